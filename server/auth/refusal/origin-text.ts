import type { OriginFault } from './refusal.ts'

/** The missing proof of same origin as the rest of a sentence, and what to do. */
export function describeOrigin({ fault, site, differs, trusted }: OriginFault): readonly [what: string, fix: string] {
  const listed = trusted === 0 ? 'list it in trustedOrigins' : `list it in trustedOrigins, which has ${trusted}`
  switch (fault) {
    case 'no-origin':
      return [
        'neither Origin nor Sec-Fetch-Site is there',
        "Browsers send them; from another client, send Origin with this server's own origin.",
      ]
    case 'null-origin':
      return [
        'Origin is null, as from a sandboxed frame or after a redirect',
        'Send the request from a page of this server.',
      ]
    case 'repeated':
      return ['Origin or Sec-Fetch-Site is there twice', 'Send each once.']
    case 'other-site':
    case 'other-origin': {
      const said =
        fault === 'other-site' ? `Sec-Fetch-Site is ${site ?? 'another word'}` : "Origin is not this server's own"
      return [`${said}${differs ? `: its ${differs} differs` : ''}`, `If that page is yours, ${listed}.`]
    }
  }
}
