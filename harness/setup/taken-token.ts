import { foldName, leavesOfJson } from '../ask/values.ts'
import type { RequestData, Take } from '../model/request.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import { takeFrom } from '../replay/replay.ts'
import { fieldsOf, type RawResponse } from '../replay/response-reader.ts'
import type { Target } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { parseObject } from '../text/json.ts'

/** Names of tokens that are for something else than access. */
export const REFRESH: RegExp = /refresh|csrf|xsrf|^id_?token$/i
const NAMED = /^(?:access|auth|bearer|api)?[-_]?token$|jwt|^accesstoken$|session(?:_?id)?$/i
const SHAPED = /^[\w.~+/=-]{12,}$/

/** A text that is made by chance, and no word, date or address. */
function isOpaque(value: string): boolean {
  return (
    SHAPED.test(value) && /[a-z]/i.test(value) && (/\d/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value)))
  )
}

/** The members of an answer that may be a token, the likeliest first: by their names, by those around them, by their texts. */
function tokensOf(body: string): readonly Take[] {
  const leaves = leavesOfJson(parseObject(body)).flatMap(({ name, value, pointer }) =>
    typeof value === 'string' && SHAPED.test(value) && !REFRESH.test(name) ? [{ name, value, pointer }] : [],
  )
  const ranks: readonly ((leaf: (typeof leaves)[number]) => boolean)[] = [
    ({ name }) => NAMED.test(name),
    ({ name, value }) => /token/i.test(name) || value.startsWith('eyJ'),
    ({ pointer, value }) => /token|session|auth|credential/i.test(pointer) && isOpaque(value),
    ({ value }) => isOpaque(value),
  ]
  const ordered = ranks.flatMap((isOfRank) => leaves.filter(isOfRank))
  return [...new Set(ordered)].map(({ pointer }) => ({ json: pointer }))
}

/** Where the answer of a login may hold the credential: tokens of its JSON, else a cookie, else a header field; the likeliest first. */
export function takesOf({ status, headers, body }: RawResponse): readonly Take[] {
  if (status >= 400) return []
  const cookies = fieldsOf(headers, 'set-cookie').map((line) => line.split('=')[0] ?? '')
  const cookie = cookies.filter((name) => !REFRESH.test(name))
  const own = cookie.find((name) => /sess|sid|token|auth|jwt/i.test(name)) ?? cookie[0]
  const field = ['authorization', 'x-auth-token'].find((name) => fieldsOf(headers, name).length > 0)
  return [
    ...tokensOf(body),
    ...(own === undefined ? [] : [{ cookie: own }]),
    ...(field === undefined ? [] : [{ header: field }]),
  ]
}

/** Reads that are asked whether a credential opens them. */
const MOST = 6

/**
 * Of the places where the answer of a login may hold the credential the first one with which a guarded read answers, with the word before
 * it that a server takes which declares its token as a key of `Authorization`; the likeliest where nothing says so.
 */
export async function takeThatOpens(
  takes: readonly Take[],
  answer: RawResponse,
  target: Target,
  routes: readonly Route[],
): Promise<Take | undefined> {
  const [likeliest] = takes
  if (likeliest === undefined) return undefined
  const ways = takes.flatMap((take) => waysOf(take, answer, routes))
  if (ways.length < 2) return ways[0]?.take ?? likeliest
  const reads = routes.filter((one) => one.method === 'GET' && !one.path.includes('[') && !destroysByName(one))
  for (const route of reads.slice(0, MOST)) {
    const plain = plainRequest(route, undefined)
    if (!isRefused(await statusOf(plain, target))) continue
    for (const { take, field } of ways) {
      const status = await statusOf({ ...plain, headers: [...plain.headers, field] }, target)
      if (status !== undefined && !isRefused(status)) return take
    }
  }
  return likeliest
}

/** Ways to send what is taken. */
export function waysOf(
  take: Take,
  answer: RawResponse,
  routes: readonly Route[],
): readonly { readonly take: Take; readonly field: readonly [string, string] }[] {
  const token = takeFrom(answer, take)
  if (token === undefined) return []
  if ('cookie' in take) return [{ take, field: ['Cookie', `${take.cookie}=${token}`] }]
  const fields = authenticatorsOf(routes).flatMap(({ carrier }) => (carrier.in === 'header' ? [carrier.name] : []))
  const own = fields.find((name) => foldName(name) !== 'authorization')
  if (own !== undefined && fields.length === 1) return [{ take, field: [own, token] }]
  if (fields.length === 0 || own !== undefined)
    return [{ take, field: ['Authorization', /^bearer /i.test(token) ? token : `Bearer ${token}`] }]
  return ['', 'Bearer ', 'Token ', 'JWT '].map((prefix) => ({
    take: prefix === '' ? take : { ...take, prefix },
    field: ['Authorization', prefix + token],
  }))
}

async function statusOf(request: RequestData, target: Target): Promise<number | undefined> {
  return (await answerAlone(request, target))?.status
}

function isRefused(status: number | undefined): boolean {
  return status === 401 || status === 403
}
