/** Codings in which a body can be sent, best first. */
export type Coding = 'br' | 'gzip' | 'identity'

/**
 * The best coding that a client accepts (RFC 9110 section 12.5.3). A client that says nothing gets the body as it is.
 */
export function chooseCoding(acceptEncoding: string | null): Coding {
  const accepted = new Map<string, boolean>()
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const refused = parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))
    if (name !== '') accepted.set(name, !refused)
  }
  const accepts = (name: string): boolean => accepted.get(name) ?? accepted.get('*') ?? false
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}
