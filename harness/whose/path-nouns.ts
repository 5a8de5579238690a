import type { Route } from '../model/route.ts'
import { foldName, singular } from '../ask/values.ts'

/** A path as it is compared: some servers end all of theirs with a slash. */
export function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}

/** Whether a path is that of one record. */
export function isOfOne({ path }: Pick<Route, 'path'>): boolean {
  return withoutSlash(path).endsWith(']')
}

/** A step of a path with dashes between its words: `log-in` of `logIn` and of `log_in`. */
export function dashed(step: string): string {
  return step.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').replaceAll('_', '-')
}

/** The names of the parameters of a path. */
export function paramsOf({ path }: Pick<Route, 'path'>): readonly string[] {
  return [...path.matchAll(/\[(?:\.\.\.)?([^\]]+)\]/g)].map(([, name = '']) => name)
}

/** The step of a path before its parameter: `orders` of `/orders/[id]/items`. */
export function nounOf({ path }: Route, param: string): string {
  const steps = path.split('/')
  const at = steps.findIndex((step) => step.includes(`[${param}]`) || step.includes(`...${param}]`))
  const before = steps.slice(0, at)
  return before.findLast(isNoun) ?? before.findLast(isWord) ?? ''
}

/** Steps of a path that list, or choose a part of a list. */
const LISTING = /^(?:all|list|list-?all|page(?:_?(?:number|size))?|num_records|size|limit|offset|per_?page)$/i

/** Steps of a path that say how its records are worked on: `/orders/detail/[id]`, `/orders/update`. */
const WORKING = /^(?:details?|info|get|view|show|find|create|add|new|update|edit|modify|save|delete|remove)$/i

/** Whether a step of a path says what its records are. */
function isNoun(step: string): boolean {
  return isWord(step) && !WORKING.test(step) && !/^(?:api|rest)$/i.test(step)
}

function isWord(step: string): boolean {
  return step !== '' && !step.startsWith('[') && !/^v?\d+$/i.test(step) && !LISTING.test(step)
}

const USERS = /^(?:users?|accounts?|profiles?|members?|people|persons?|customers?)$/i

/** Collections of a user that no other user reads, by what they are called. */
const PRIVATE =
  /(?:address|order|cart|cartview|basket|card|payment|paymentmethod|invoice|transaction|transfer|wallet|message|inbox|notification|appointment|prescription|reservation|booking|subscription|statement|receipt|bill|purchase|loan|session|device|token|key|expense|budget|income|salary|payroll|payslip|payout|withdrawal|deposit|beneficiary|portfolio|watchlist|diary|medication|measurement|reminder|draft|webhook|credential)$/

/** Whether a path is about records of a user that no other user reads. */
export function isPrivatePath(path: string): boolean {
  return privateStepOf(path) !== undefined
}

export function privateStepOf(path: string): string | undefined {
  return path.split('/').find((step) => PRIVATE.test(singular(step)))
}

/** Whether a path is about private records that users write to each other, or that block a place for others: those of others are seen. */
export function isBetweenUsers(path: string): boolean {
  return path
    .split('/')
    .some((step) => /(?:message|inbox|notification|appointment|reservation|booking)$/.test(singular(step)))
}

/** Whether a step is a word for several. */
function isPlural(step = ''): boolean {
  return singular(step) !== foldName(step)
}

/** Whether a step of a path is about users. */
export function isUsersNoun(step: string): boolean {
  return USERS.test(step)
}

/** The folded noun of what a path lists, in the singular. */
export function listedNounOf(route: Pick<Route, 'path'>): string {
  return singular(foldName(lastNounOf(route)))
}

/** The last step of a path that names its records: `/orders/user/[id]/all` has the orders of a user. */
export function lastNounOf({ path }: Pick<Route, 'path'>): string {
  const steps = path.split('/')
  const isOfUser = (step: string, at: number): boolean =>
    USERS.test(step) && steps[at + 1]?.startsWith('[') === true && !isPlural(step) && isPlural(steps[at - 1])
  return (
    steps.findLast((step, at) => isNoun(step) && !isOfUser(step, at)) ??
    steps.findLast(isNoun) ??
    steps.findLast(isWord) ??
    ''
  )
}

/** Whether a parameter names a user, by its name or by the step before it. */
export function isUserParam(route: Route, param: string): boolean {
  return USERS.test(nounOf(route, param)) || foldName(param).startsWith('user')
}

/** The parameter that names the user whom all of a path is below: `/users/[userId]/orders/[id]`. */
export function userAbove(route: Route): string | undefined {
  const [first] = paramsOf(route)
  return first !== undefined && !withoutSlash(route.path).endsWith(`[${first}]`) && isUserParam(route, first)
    ? first
    : undefined
}

/** Steps of paths that are about the user who asks. */
const CALLER =
  /^(?:me|self|myself|profile|account|settings|preferences|password|e-?mail|avatar|user|current[-_]?user)$/i

/** Whether a step of a path says that it is about the user who asks. */
export function isCallerStep(step: string): boolean {
  return CALLER.test(step)
}
