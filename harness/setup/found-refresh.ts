import type { FixtureFile } from '../credentials/define.ts'
import type { Remark } from '../model/remark.ts'
import type { Route } from '../model/route.ts'

/** Steps at the end of a path that give a new token for that of a login. */
const RENEWS = /^(?:refresh|renew)(?:[-_]?(?:token|session|access))?$|^(?:token[-_]?)(?:refresh|renew)$/i
/** Members of answers and bodies that hold the token to refresh. */
const TOKEN = /^refresh(?:[-_]?token)?$/i

/** Fixtures with the step that the document has for a new token, where they do not say it, and the line about it. */
export function withFoundRefresh(
  fixtures: FixtureFile,
  routes: readonly Route[],
): { readonly fixtures: FixtureFile; readonly remarks: readonly Remark[] } {
  const { login } = fixtures
  const none = { fixtures, remarks: [] }
  if (login?.take === undefined || !('json' in login.take) || login.refresh !== undefined) return none
  const path = login.request.path.split('?')[0] ?? ''
  const entry = routes.find((route) => route.method === 'POST' && [route.path, route.base + route.path].includes(path))
  const answered = entry?.inputs?.answers.find((name) => TOKEN.test(name))
  const found = routes.flatMap((route) => refreshAt(route) ?? [])
  const [place, more] = found
  if (answered === undefined || place === undefined || more !== undefined) return none
  const pointer = `${login.take.json.slice(0, login.take.json.lastIndexOf('/'))}/${answered}`
  const { route, member } = place
  const refresh = {
    request: { method: 'POST', path: route.base + route.path, body: { [member]: '{refresh}' } },
    token: { json: pointer },
  } as const
  return {
    fixtures: { ...fixtures, login: { ...login, refresh } },
    remarks: [{ kind: 'notice', message: `took login.refresh from ${route.key}, and its token from ${pointer}` }],
  }
}

/** An operation that takes a token to refresh, and nothing else that it must have. */
function refreshAt(route: Route): { readonly route: Route; readonly member: string } | undefined {
  const { method, path, inputs } = route
  if (method !== 'POST' || !RENEWS.test(path.split('/').findLast((step) => step !== '') ?? '')) return undefined
  const members = (inputs?.body ?? []).filter(({ path: names }) => names.length === 1)
  const one = members.find(({ path: [name = ''], type }) => type === 'string' && TOKEN.test(name))
  const isAll = members.every((member) => member === one || !member.isRequired)
  return one === undefined || !isAll ? undefined : { route, member: one.path[0] ?? '' }
}
