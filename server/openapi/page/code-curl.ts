import { type CodeBody, type CodeRequest, commentsOf, type FormPart, isBeyondAscii, type Text } from './code-model.ts'

/** A request as a command line of curl 7.87 or newer, for bash and zsh. */
export function writeCurl(request: CodeRequest): string {
  const { method, url, query, headers, basic, cookies, body } = request
  const hasBody = body !== undefined
  const usual = hasBody ? 'POST' : 'GET'
  const parts = [
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : [`--request ${quote([method])}`]),
    // Brackets and braces are patterns for curl.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quote([url]),
    ...query.map(([name, value]) => `--url-query ${quote([`${encodeURIComponent(name)}=`, ...value])}`),
    ...headers.map(([name, value]) => `--header ${headerOf(name, value)}`),
    ...(basic ? [`--user ${quote([...basic[0], ':', ...basic[1]])}`] : []),
    ...(cookies.length > 0 ? [`--cookie ${quote(cookieText(cookies))}`] : []),
    ...(hasBody ? bodyOf(body, headers) : []),
  ]
  const pipe = body?.kind === 'text' && body.text.includes('\0') ? `printf '%b' ${quote([octal(body.text)])} | ` : ''
  return [...commentsOf(request, '#'), `${pipe}curl ${parts.join(' \\\n  ')}`].join('\n')
}

/** The field of all cookies. */
export function cookieText(cookies: CodeRequest['cookies']): Text {
  return cookies.flatMap(([name, value], index) => [`${index > 0 ? '; ' : ''}${name}=`, ...value])
}

function headerOf(name: string, value: Text): string {
  if (value.every((part) => part === '')) return quote([`${name};`])
  const text = [`${name}: `, ...value]
  if (!isBeyondAscii(value)) return quote(text)
  // A shell's texts are UTF-8, and a header is Latin-1.
  return `"$(printf %s ${quote(text)} | iconv -f UTF-8 -t ISO-8859-1)"`
}

function bodyOf(body: CodeBody, headers: CodeRequest['headers']): readonly string[] {
  // Otherwise curl takes any body for a form.
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const type = hasType ? [] : [`--header 'Content-Type:'`]
  if (body.kind === 'file') return [...type, `--data-binary ${quote([`@${body.file}`])}`]
  if (body.kind === 'form') return body.parts.map(formPartOf)
  return [...type, body.text.includes('\0') ? '--data-binary @-' : `--data-raw ${quote([body.text])}`]
}

function formPartOf(part: FormPart): string {
  const type = part.type === undefined ? '' : `;type=${part.type}`
  if ('file' in part) return `--form ${quote([`${part.name}=@${inQuotes(part.file)}${type}`])}`
  if (type === '') return `--form-string ${quote([`${part.name}=${part.text}`])}`
  return `--form ${quote([`${part.name}=${inQuotes(part.text)}${type}`])}`
}

function inQuotes(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Texts in single quotes, in which a shell reads nothing, variables in double ones, in which they stay whole. */
function quote(text: Text): string {
  const words: string[] = []
  let fixed = ''
  for (const part of text) {
    if (typeof part === 'string') fixed += part
    else {
      words.push(quoteText(fixed), `"$${part.variable}"`)
      fixed = ''
    }
  }
  return [...words, quoteText(fixed)].filter((word) => word !== "''").join('') || "''"
}

function quoteText(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function octal(text: string): string {
  return text.replaceAll('\\', String.raw`\\`).replaceAll('\0', String.raw`\0000`)
}
