/** Bytes of UTF-8 in quoted-printable (RFC 2045 section 6.7). */
const QUOTED = /(?:=[0-9A-F]{2})+/gi
/** A part in base64 (RFC 2045 section 6.8), and its lines. */
const IN_BASE64 = /content-transfer-encoding:\s*base64[^]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/gi
/** Characters of HTML that stand in addresses. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', '#38': '&', '#x26': '&', '#61': '=', '#x3d': '=' }

/**
 * The texts of a mail (RFC 5322, RFC 2045), decoded: as a server writes it to a file, or as a mail catcher answers it in JSON. Parts in base64
 * stand at the end.
 */
export function readableMail(raw: string): string {
  const text = textsOfJson(raw)?.join('\n') ?? raw
  const parts = [...text.matchAll(IN_BASE64)].map(([, lines = '']) => Buffer.from(lines, 'base64').toString('utf8'))
  const plain = isQuoted(text)
    ? text
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(QUOTED, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
    : text
  return [plain, ...parts]
    .join('\n')
    .replaceAll(/&(#?\w+);/g, (written, name: string) => ENTITIES[name.toLowerCase()] ?? written)
}

/** Mail catchers answer parts without their header: a sign of equality is then `=3D`, and a long line is broken by one. */
function isQuoted(text: string): boolean {
  return /content-transfer-encoding:\s*quoted-printable/i.test(text) || /=3D/i.test(text)
}

/** The texts in JSON, in their order; `undefined` for what is not an object or a list of it. */
function textsOfJson(raw: string): readonly string[] | undefined {
  if (!/^\s*[[{]/.test(raw)) return undefined
  const texts: string[] = []
  try {
    JSON.parse(raw, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    return texts
  } catch {
    return undefined
  }
}
