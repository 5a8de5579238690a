import * as C from '../../common.mjs'

function refuse(event, challenge) {
  if (challenge) setResponseHeader(event, 'www-authenticate', challenge)
  throw createError({ statusCode: 401 })
}

export function requireBearer(event) {
  const token = C.readBearer(getRequestHeader(event, 'authorization'))
  if (!C.isToken(token)) refuse(event, 'Bearer')
  event.context.auth = token
}

export const readHeaderKey = (event) => getRequestHeader(event, 'x-api-key')
export const readQueryKey = (event) => getQuery(event).key

export const requireKey = (read) => (event) => {
  const key = read(event)
  if (!C.isKey(key)) refuse(event)
  event.context.auth = key
}

export function requireBasic(event) {
  const pair = C.readBasic(getRequestHeader(event, 'authorization'))
  if (!pair || !C.isUser(...pair)) refuse(event, 'Basic realm="api"')
  event.context.auth = pair[0]
}

export function requireSession(event) {
  const session = C.unsign(getCookie(event, 'sid'))
  if (!session) refuse(event)
  event.context.auth = session.user
}

export const answerAuth = (event) => ({ token: event.context.auth })
