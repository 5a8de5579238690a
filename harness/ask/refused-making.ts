import type { RequestData } from '../model/request.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { escapeControls } from '../text/controls.ts'
import { shorten } from '../text/shorten.ts'
import type { Answer, Maker } from './exploration.ts'

/** Characters of an answer that are shown. */
const SHOWN = 120

/** A request by which a user of the run was to be made or logged in. */
interface Refused {
  readonly what: 'registration' | 'login'
  /** As the fixtures write it. */
  readonly request: RequestData
  /** The user of the fixtures who sends it. */
  readonly as?: string | undefined
  /** `undefined` where it was not sent. */
  readonly answer: Answer | undefined
  /** The password of the new user, which the answer may repeat. */
  readonly password: string
}

/** Which request failed, and its answer: `the registration of a user for the run, POST /register, was answered 409 {"error":"taken"}`. */
export function describeRefused(
  { what, request: { method, target }, as, answer, password }: Refused,
  { fixtures, routes }: Pick<Maker, 'fixtures' | 'routes'>,
): string {
  const named = `the ${what} of a user for the run, ${method} ${target.split('?', 1)[0]},`
  if (answer === undefined)
    return as === undefined ? `${named} was not sent` : `${named} was not sent: ${as} of register.as has no credential`
  if (answer.status === 0) return `${named} got no answer`
  const redactor = redactorFor(
    fixtures,
    routes.map((route) => ({ route })),
  )
  redactor.add({ value: password, label: 'password' })
  // A good answer may hold the credential, where take of the fixtures does not read it.
  const hasEntered = answer.isGood || (answer.status >= 300 && answer.status < 400)
  if (hasEntered) return `${named} was answered ${answer.status}, with nothing where take of the fixtures reads`
  const text = shorten(escapeControls(redactor.redact(answer.text.replaceAll(/\s+/g, ' ').trim())), SHOWN)
  return `${named} was answered ${answer.status}${text === '' ? '' : ` ${text}`}`
}
