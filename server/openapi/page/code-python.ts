import { cookieText } from './code-curl.ts'
import { literal } from './code-javascript.ts'
import { type CodeRequest, commentsOf, type FormPart, isBeyondAscii, type Text, variablesOf } from './code-model.ts'

/** A request as a program for Python 3.9 or newer with one of its two usual clients. */
export function writePython(request: CodeRequest, client: 'requests' | 'httpx'): string {
  const { method, headers, basic, cookies, body } = request
  const imports = [
    ...(variablesOf(request).length > 0 ? ['import os'] : []),
    ...(request.query.length > 0 ? ['from urllib.parse import urlencode'] : []),
  ]
  const fields = [
    ...headers.map(([name, value]) => `${literal(name)}: ${fieldOf(value)}`),
    ...(cookies.length > 0 ? [`"Cookie": ${fieldOf(cookieText(cookies))}`] : []),
  ]
  const isForm = body?.kind === 'form'
  const content = client === 'requests' ? 'data' : 'content'
  const options = [
    ...(fields.length === 0 ? [] : [`headers={\n${fields.map((field) => `        ${field},`).join('\n')}\n    }`]),
    ...authOf(basic, client),
    ...(body === undefined || isForm ? [] : [`${content}=${contentOf(body)}`]),
    ...(isForm ? [`files=[\n${body.parts.map((part) => `        ${partOf(part)},`).join('\n')}\n    ]`] : []),
  ]
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    `import ${client}`,
    '',
    ...commentsOf(request, '#'),
    `response = ${client}.request(`,
    `    ${literal(method)},`,
    `    ${addressOf(request)},`,
    ...options.map((option) => `    ${option},`),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function authOf(basic: CodeRequest['basic'], client: 'requests' | 'httpx'): readonly string[] {
  if (!basic)
    return client === 'requests' ? ['# Else requests adds what ~/.netrc says.\n    auth=lambda request: request'] : []
  const [user, password] = basic.map((text) => `(${template(text)}).encode()`)
  return [`auth=(${user}, ${password})`]
}

function contentOf(
  body: { readonly kind: 'text'; readonly text: string } | { readonly kind: 'file'; readonly file: string },
): string {
  return body.kind === 'file' ? `open(${literal(body.file)}, "rb")` : `${literal(body.text)}.encode()`
}

function partOf(part: FormPart): string {
  const type = part.type === undefined ? '' : `, ${literal(part.type)}`
  const content = 'file' in part ? `open(${literal(part.file)}, "rb")` : `${literal(part.text)}.encode()`
  return `(${literal(part.name)}, (${'file' in part ? literal(part.file) : 'None'}, ${content}${type}))`
}

function addressOf({ url, query }: CodeRequest): string {
  if (query.length === 0) return literal(url)
  const pairs = query.map(([name, value]) => `(${literal(name)}, ${template(value)})`)
  return `${literal(url + (url.includes('?') ? '&' : '?'))} + urlencode([${pairs.join(', ')}])`
}

function fieldOf(text: Text): string {
  return isBeyondAscii(text) ? `(${template(text)}).encode("latin-1")` : template(text)
}

function template(text: Text): string {
  const parts = text
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? literal(part) : `os.environ[${literal(part.variable)}]`))
  return parts.length === 0 ? '""' : parts.join(' + ')
}
