import { stringify } from 'yaml'
import type { RegisterStep } from './define.ts'
import type { FirstLogin, Logouts } from './server-skeleton.ts'
import type { Skeleton } from './skeleton.ts'
import { findNode, NODE } from './skeleton-node.ts'

/** First fixtures of a server as YAML, which needs no package beside it. */
export function printYaml(skeleton: Skeleton, first?: FirstLogin, logouts?: Logouts): string {
  const text = stringify(skeleton, (_, value: unknown) => {
    const node = findNode(value)
    return node?.[NODE] === 'secret' ? `\${${node.variable}}` : value
  })
  return [...[...commentsOn(skeleton, first), ...commentsOnLogouts(logouts)].map(asComment), text].join('')
}

/** A text of the document must not end the comment. */
function asComment(text: string): string {
  return `# ${text.replaceAll(/[\r\n]+/g, ' ')}\n`
}

function commentsOn(
  { routes }: Skeleton,
  { others = [], supposed, users = [] }: Partial<FirstLogin> = {},
): readonly string[] {
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
    ...(supposed === undefined
      ? []
      : commentsOnRegister(
          supposed,
          users.some(({ name }) => name === supposed.as),
        )),
  ]
}

/** @param isKnown whether the user who makes others is among those that are written */
function commentsOnRegister(step: RegisterStep, isKnown: boolean): readonly string[] {
  const { method = 'POST', path } = step.request
  const missing = isKnown ? '' : `add ${step.as}: { password: \${ROOT_PASSWORD}, roles: [admin] } to users, and `
  const line = stringify(step, { collectionStyle: 'flow', lineWidth: 0 }).trim()
  return [
    `${method} ${path} makes users, and nothing shows who may. Where ${step.as} may, ${missing}take the # off the next line:`,
    `register: ${line}`,
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
