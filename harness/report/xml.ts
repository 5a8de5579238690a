/** The content of an XML 1.0 element. Characters that XML cannot hold, escaped or not, show as `\x1b`. */
export function xmlText(text: string): string {
  return withoutForbidden(text).replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
}

/** The value of an XML attribute, quotes excluded. Line ends survive: a parser would make spaces of bare ones. */
export function xmlAttribute(text: string): string {
  return withoutForbidden(text).replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Anything but Char of XML 1.0 section 2.2. With the `u` flag only lone surrogates match as such. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu

function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, (character) => {
    const code = character.charCodeAt(0)
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
