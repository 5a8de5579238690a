import type { RequestData } from '../model/request.ts'
import type { Redacting } from './redact.ts'

/**
 * A command that sends a request again. Secrets that come from the environment are references to it, so it runs where
 * they are set and shows none; other secrets are placeholders in capitals. Where one is not set, the shell says so and
 * nothing is sent: a request without it would be another one.
 */
export function curlOf(request: RequestData, origin: string, redactor: Redacting): string {
  const command = writeCommand(request, origin, redactor)
  const cut = [...new Set([...command.matchAll(/\$\{(\w+):\d+:\d+\}/g)].map(([, name]) => name))]
  return [...cut.map((name) => `: "\${${name}:?}" && `), command].join('')
}

function writeCommand(request: RequestData, origin: string, redactor: Redacting): string {
  const { method, target, headers, body, from } = request
  const parts = ['curl', '-i', '--path-as-is']
  if (method === 'HEAD') parts.push('-I')
  else if (method !== 'GET') parts.push('-X', quote(method))
  if (from !== undefined) parts.push('--interface', from)
  for (const [name, value] of headers)
    parts.push('-H', quote(reveal(value === '' ? `${name};` : `${name}: ${value}`, redactor)))
  if (body !== undefined) parts.push('--data-binary', quote(reveal(body, redactor)))
  const isOrigin = target.startsWith('/')
  if (!isOrigin) parts.push('--request-target', quote(reveal(target, redactor)))
  parts.push(quote(reveal(isOrigin ? origin + target : origin, redactor)))
  return parts.join(' ')
}

/** The variable of a shell that stands for a secret, by its label. */
export function variableOf(label: string): string {
  return label.replace(/\W+/g, '_').toUpperCase()
}

/** Redacted, with labels turned into references of a shell. */
function reveal(text: string, redactor: Redacting): string {
  return redactor
    .redact(text)
    .replace(
      /\[(?:env:)?([^\]:]+)(?:: chars (\d+)-(\d+) of \d+(, encoded)?)?\]/g,
      (_, label: string, first?: string, last?: string, encoded?: string) => {
        const name = variableOf(label)
        if (first === undefined || last === undefined) return `\${${name}:?}`
        // A shell cannot cut what it would have to encode first.
        if (encoded !== undefined) return `<part of ${name}, encoded>`
        return `\${${name}:${Number(first) - 1}:${Number(last) - Number(first) + 1}}`
      },
    )
}

/** Double quotes, since references must be filled in. */
function quote(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text
  const shown = text.replace(
    // oxlint-disable-next-line no-control-regex -- bytes that a terminal must not see
    /[\u0000-\u001f\u007f-\uffff]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  const escaped = shown.replace(/(["`])/g, String.raw`\$1`).replace(/\\(?!x[0-9a-f]{2}|["`])/g, String.raw`\\`)
  return `"${escaped.replace(/\$(?!\{\w+(?::\?|:\d+:\d+)\})/g, String.raw`\$`)}"`
}
