import type { RequestData } from '../model/request.ts'
import { isPasswordName } from '../ask/bodies.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { parseObject } from '../text/json.ts'
import { escaped } from '../text/made-of-facts.ts'
import { isUserName } from './mailed-codes.ts'

/** The request with another text in its body and its query. */
export function replaceIn({ target, body, ...request }: RequestData, text: string, by: string): RequestData {
  const replaced = body === undefined ? {} : { body: body.replaceAll(text, by) }
  return { ...request, target: target.replaceAll(encodeURIComponent(text), encodeURIComponent(by)), ...replaced }
}

/** The same for the name of a user, where it is a whole member: a password may begin with it. */
export function renamed({ target, body, ...request }: RequestData, name: string, by: string): RequestData {
  const put = (text: string, one: string, other: string): string =>
    text.replaceAll(new RegExp(`(?<=["=])${escaped(one)}(?=["&]|$)`, 'g'), () => other)
  const asForm = (text: string): string => put(text, encodeURIComponent(name), encodeURIComponent(by))
  return { ...request, target: asForm(target), ...(body === undefined ? {} : { body: asForm(put(body, name, by)) }) }
}

/** The name and the password in a request of a login; `undefined` where they are not found by the names of their members. */
export function pairIn({
  body = '',
  target,
}: RequestData): { readonly name: string; readonly password: string } | undefined {
  const form = Object.fromEntries(new URLSearchParams(body === '' ? target.split('?')[1] : body))
  const leaves = leavesOfJson(parseObject(body) ?? form)
  const password = leaves.find(({ name }) => isPasswordName(foldName(name)))?.value
  const name = leaves.find((leaf) => isUserName(foldName(leaf.name)))?.value
  return typeof name === 'string' && typeof password === 'string' ? { name, password } : undefined
}
