import type { RequestData } from '../model/request.ts'
import { escaped } from '../text/made-of-facts.ts'

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
