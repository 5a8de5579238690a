import type { Answer } from '../ask/exploration.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'

/** Folded names of members that say who sees a record: by words, or by whether all do, or none. */
const AUDIENCE = /visib|privacy|audience|access/
const IS_PUBLIC = /^(?:is|make)?(?:public|published|shared|listed|discoverable|public(?:ly)?visible)$/
const IS_PRIVATE = /^(?:is|make)?(?:private|hidden|secret)$/
const SHOWN = /^(?:public|everyone|everybody|world|all|unlisted|link|anyone)$/i

/** Members of a body by which others see a record, or do not. */
export function audienceOf({ inputs }: Pick<Route, 'inputs'>, isForAll: boolean): Readonly<Record<string, unknown>> {
  const members = (inputs?.body ?? []).flatMap(({ path: [name = '', inner], type, choices = [] }) => {
    const folded = foldName(name)
    const word = AUDIENCE.test(folded) ? choices.find((one) => SHOWN.test(one) === isForAll) : undefined
    const isFlag = type === 'boolean' && (IS_PUBLIC.test(folded) || IS_PRIVATE.test(folded))
    const value = isFlag ? IS_PUBLIC.test(folded) === isForAll : word
    return value === undefined || inner !== undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members)
}

/** Whether a record says of itself that all see it; that it is not private may be about a group. */
export function saysPublic({ json }: Pick<Answer, 'json'>): boolean {
  return leavesOfJson(json).some(({ name, value }) => {
    const folded = foldName(name)
    return (IS_PUBLIC.test(folded) && value === true) || (AUDIENCE.test(folded) && SHOWN.test(String(value)))
  })
}

/** Whether a record says of itself that others see it. */
export function saysShown(answer: Pick<Answer, 'json'>): boolean {
  const isUnhidden = leavesOfJson(answer.json).some(
    ({ name, value }) => IS_PRIVATE.test(foldName(name)) && value === false,
  )
  return isUnhidden || saysPublic(answer)
}
