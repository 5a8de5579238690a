import { stringify } from 'yaml'
import type { FirstLogin, Logouts } from './server-skeleton.ts'
import type { Skeleton } from './skeleton.ts'
import { findNode, NODE } from './skeleton-node.ts'

/** First fixtures of a server as YAML, which needs no package beside it. */
export function printYaml(skeleton: Skeleton, first?: FirstLogin, logouts?: Logouts): string {
  const text = stringify(skeleton, (_, value: unknown) => {
    const node = findNode(value)
    return node?.[NODE] === 'secret' ? `\${${node.variable}}` : value
  })
  return [...[...commentsOn(skeleton, first), ...commentsOnLogouts(logouts)].map((line) => `# ${line}\n`), text].join(
    '',
  )
}

function commentsOn({ routes }: Skeleton, { others = [] }: Partial<FirstLogin> = {}): readonly string[] {
  return [
    'What svc test-auth needs to know of a server. Secrets come from the environment: ${NAME}.',
    ...(routes === undefined
      ? []
      : [
          'Not written, since each run infers it: parameters and bodies, of the document and of the records of the users.',
          'Where they do not fit: params, query, body of a route.',
        ]),
    ...(others.length === 0
      ? []
      : [
          `The answer of the login may have the credential elsewhere, too: take: ${others.map(formatTake).join(', or ')}.`,
        ]),
  ]
}

function commentsOnLogouts({ open, unsure }: Logouts = { open: [], unsure: [] }): readonly string[] {
  return [
    ...(open.length === 0
      ? []
      : [
          `${open.join(', ')}: the document declares a guard, and a request without a session was not refused, which is harmless`,
          'for a logout: roles allow anonymous. Where it must be refused, replace that with protected: true under routes.',
        ]),
    ...(unsure.length === 0
      ? []
      : [`Not written: protected: true of ${unsure.join(', ')}, whose answer without a session says neither.`]),
  ]
}

function formatTake(take: object): string {
  return `{ ${Object.entries(take)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')} }`
}
