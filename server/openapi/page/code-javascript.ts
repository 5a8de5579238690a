import { cookieText } from './code-curl.ts'
import { type CodeRequest, commentsOf, type FormPart, type Text, variablesOf } from './code-model.ts'

/** A request as a module for Node 20 or newer, with its own `fetch`. */
export function writeJavaScript(request: CodeRequest): string {
  const { method, headers, basic, cookies, body } = request
  const files = body?.kind === 'file' || (body?.kind === 'form' && body.parts.some((part) => 'file' in part))
  const needsEnvironment = variablesOf(request).length > 0
  const imports = [
    ...(basic ? [`import { Buffer } from 'node:buffer'`] : []),
    ...(files ? [`import { openAsBlob } from 'node:fs'`] : []),
    ...(needsEnvironment ? [`import { env } from 'node:process'`] : []),
  ]
  const fields = [
    ...headers.map(([name, value]) => `${literal(name)}: ${template(value)}`),
    ...(basic
      ? [`Authorization: 'Basic ' + Buffer.from(${template([...basic[0], ':', ...basic[1]])}).toString('base64')`]
      : []),
    ...(cookies.length > 0 ? [`Cookie: ${template(cookieText(cookies))}`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(fields.length === 0 ? [] : [`headers: {\n${fields.map((field) => `    ${field},`).join('\n')}\n  }`]),
    ...(body === undefined ? [] : ['body']),
  ]
  const argument = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},`).join('\n')}\n}`
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...commentsOf(request, '//'),
    ...bodyLines(request),
    `const response = await fetch(${addressOf(request)}${argument})`,
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function bodyLines({ body }: CodeRequest): readonly string[] {
  if (body === undefined) return []
  if (body.kind === 'text') return [`const body = ${literal(body.text)}`]
  if (body.kind === 'file') return [`const body = await openAsBlob(${literal(body.file)})`]
  return ['const body = new FormData()', ...body.parts.map(appendPart)]
}

function appendPart(part: FormPart): string {
  const name = literal(part.name)
  const type = part.type === undefined ? '' : `, { type: ${literal(part.type)} }`
  if ('file' in part)
    return `body.append(${name}, await openAsBlob(${literal(part.file)}${type}), ${literal(part.file)})`
  if (type === '') return `body.append(${name}, ${literal(part.text)})`
  return `body.append(${name}, new Blob([${literal(part.text)}]${type}))`
}

function addressOf({ url, query }: CodeRequest): string {
  if (query.length === 0) return literal(url)
  const pairs = query.map(([name, value]) => `${literal(name)}, ${template(value)}`)
  return `${literal(url + (url.includes('?') ? '&' : '?'))} + new URLSearchParams([${pairs.map((pair) => `[${pair}]`).join(', ')}])`
}

function template(text: Text): string {
  const parts = text
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? literal(part) : `env.${part.variable}`))
  return parts.length === 0 ? `''` : parts.join(' + ')
}

/** A text as both languages write it: JSON is a part of their grammars, and so is JSON in single quotes. */
export function literal(text: string): string {
  const json = JSON.stringify(text)
  return text.includes('"') && !text.includes("'") ? `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'` : json
}
