/** A piece of HTML that needs no more escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Content = string | number | Markup | undefined | false | readonly Content[]

/** Writes HTML; whatever is put into the template is escaped unless it is {@link Markup} itself. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const written = strings.map((text, at) => withoutIndent(text) + (at < contents.length ? write(contents[at]) : ''))
  return new Markup(written.join(''))
}

/** Text as the content of an element or the value of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** JSON for a data block: no text in it can end the element. */
export function jsonForHtml(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Thousands of cells would carry the indentation of one template. No template has preformatted text. */
function withoutIndent(text: string): string {
  return text.replace(/\n\s+/g, '\n')
}

function write(content: Content): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content))
  return content.map(write).join('')
}
