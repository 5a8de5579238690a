import { ENTERED, requestOf } from './entry.ts'
import type { Evidence } from './evidence.ts'

/** Whether a user was answered as another without naming that one. */
export function isOfOtherUser({ code, finding }: Evidence): boolean {
  return code === 'other-user' && !/  X-User: /.test(finding.sent)
}

/** Whether the request that was answered so is that of the route itself, and not one after it. */
export function isAnswerOfRoute(one: Evidence): boolean {
  const [method = '', path = ''] = one.finding.scenario.route.split(' ')
  const asked = requestOf(one)
  return asked.startsWith(`${method} `) && asked.endsWith(path)
}

/** Whether a request got in. */
export function isEntry({ code }: Pick<Evidence, 'code'>): boolean {
  return ENTERED.has(code)
}
