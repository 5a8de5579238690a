/** A part that may be a signature: behind a dot, a colon, a bar, two hyphens or the name of a member, escapes of a cookie included. */
const SIGNED = /^(.+?)(\.|:|~|\||--|,\s*\w+=|%2e|%3a|%7c)((?:[\w+/=-]|%(?:2b|2f|3d)){20,})$/i

/** A text that ends with a signature: what it is of, and what stands between. */
export interface SignedText {
  readonly payload: string
  readonly separator: string
  readonly signature: string
}

/** The parts of `payload.signature`, `t=1,v1=signature` and their like; `undefined` for a text that ends otherwise. */
export function splitSignature(text: string): SignedText | undefined {
  const [, payload, separator, signature] = SIGNED.exec(text) ?? []
  if (payload === undefined || separator === undefined || signature === undefined) return undefined
  return { payload, separator, signature }
}

/** A member of a text whose value may be a signature. */
const MEMBER = /(^|,\s*)(\w+)=([\w+/=-]{20,})(?=,|$)/g

/**
 * The text with each signature of several changed: `t=1,v1=…,v1=…` is right with any of them. `undefined` where it has one, or none.
 *
 * @param change `undefined` leaves the member out
 */
export function changeSignatures(text: string, change: (signature: string) => string | undefined): string | undefined {
  // Versions of a signature are called v0, v1.
  const nameOf = (name: string): string => (/^v\d+$/.test(name) ? 'v' : name)
  const names = [...text.matchAll(MEMBER)].map(([, , name = '']) => nameOf(name))
  const several = names.find((one, at) => names.indexOf(one) !== at)
  if (several === undefined) return undefined
  return text
    .replaceAll(MEMBER, (member, before: string, one: string, signature: string) => {
      const changed = nameOf(one) === several ? change(signature) : signature
      return changed === undefined ? '' : `${before}${one}=${changed}`
    })
    .replace(/^,\s*/, '')
}

/** The first half of a signature; digits of hexadecimal stay pairs. */
export function cutSignature(signature: string): string {
  return signature.slice(0, 2 * Math.floor(signature.length / 4))
}
