/** RFC 9110 section 5.6.2: names of header fields, methods and schemes; of cookies too (RFC 6265 section 4.1.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Whether a text is a token of HTTP. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}
