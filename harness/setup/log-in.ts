import type { LoginFixture } from '../credentials/define.ts'
import type { LoginRenewal } from '../credentials/login-renewal.ts'
import type { OwnLogins } from '../credentials/own-logins.ts'
import type { LogIn } from '../credentials/resolve.ts'
import { type Json, parseObject } from '../text/json.ts'
import { HarnessError } from '../model/failure.ts'
import type { Credential, Fixtures, FormFlow } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Ledger } from '../observe/ledger.ts'
import { takeFrom } from '../replay/replay.ts'
import { setCookieOf } from '../replay/response-reader.ts'
import { FormTarget, targetWithForm } from '../replay/form-target.ts'
import { type Target, SocketTarget } from '../replay/target.ts'
import { endpointOf } from '../targets/targets.ts'
import { readClaims } from '../text/token.ts'
import type { Subject } from './subject.ts'

/** A subject that logins are sent to. */
export interface LoginInput {
  readonly subject: Subject
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Nothing is sent: logins have a placeholder for their answer. */
  readonly dry: boolean
}

/** Logins go to the subject itself, and to nowhere else, before the plan is made from what they answer. */
export async function withLogins(
  input: LoginInput,
  ledger: Ledger | undefined,
  { renewal, own }: { readonly renewal: LoginRenewal; readonly own: OwnLogins },
  resolve: (logIn: LogIn) => Promise<Fixtures>,
): Promise<Fixtures> {
  if (input.dry) return resolve(async () => 'svc-login-placeholder')
  let opened: { readonly target: Target; close(): Promise<void> } | undefined
  const loginCookies = new Map<string, string>()
  const answers = new Map<string, Json>()
  try {
    const fixtures = await resolve(async (request, login, form) => {
      opened ??= await openForLogin(input, ledger, form)
      const { taken, seconds, beside, line, answered } = await logInAt(opened.target, request, login, input)
      if (answered !== undefined) answers.set(taken, answered)
      if ('cookie' in login.take && line !== undefined) loginCookies.set(login.take.cookie, line)
      const repeat = (): Promise<string> => logInOnce(input, request, login, { ledger, form })
      own.add(taken, repeat)
      if (beside !== undefined)
        own.addBeside(
          taken,
          beside,
          async () => (await logInApart(input, request, login, { ledger, form })).beside ?? '',
        )
      renewal.add(taken, login.renewAfter ?? (seconds === undefined ? undefined : seconds * MARGIN), repeat)
      return taken
    })
    return { ...withAnswers(fixtures, answers), loginCookies }
  } finally {
    await opened?.close()
  }
}

/** The fixtures whose credentials know what the login answered that they come from. */
function withAnswers(fixtures: Fixtures, answers: ReadonlyMap<string, Json>): Fixtures {
  const known = (credential: Credential): Credential => {
    const { value } = credential
    const answered = 'value' in value ? answers.get(value.value) : undefined
    return answered === undefined ? credential : { ...credential, answered }
  }
  const valid = Object.entries(fixtures.valid).map(([name, all]) => [name, all.map(known)])
  return { ...fixtures, valid: Object.fromEntries(valid) as Fixtures['valid'] }
}

/**
 * Logs in on a connection of its own.
 *
 * @throws HarnessError where the answer does not hold what is to be taken from it
 */
export async function logInOnce(
  input: LoginInput,
  request: RequestData,
  login: LoginFixture['login'],
  how: LoginWay = {},
): Promise<string> {
  return (await logInApart(input, request, login, how)).taken
}

interface LoginWay {
  readonly ledger?: Ledger | undefined
  readonly form?: FormFlow | undefined
}

async function logInApart(
  input: LoginInput,
  request: RequestData,
  login: LoginFixture['login'],
  { ledger, form }: LoginWay,
): Promise<LoggedIn> {
  const opened = await openForLogin(input, ledger, form)
  try {
    return await logInAt(opened.target, request, login, input)
  } finally {
    await opened.close()
  }
}

/** Renewed at this part of its life: requests are on their way for a while. */
const MARGIN = 0.6
/** Seconds: a credential that lives longer outlives the run. */
const LONG = 900

interface LoggedIn {
  readonly taken: string
  /** The life of the credential, where it is short and the server says it. */
  readonly seconds: number | undefined
  /** Another token of its answer, such as that to refresh. */
  readonly beside: string | undefined
  /** The line that sets the cookie which is taken; absent for a token. */
  readonly line: string | undefined
  /** Its answer, where that is an object of JSON. */
  readonly answered: Json | undefined
}

async function logInAt(
  target: Target,
  request: RequestData,
  { take }: LoginFixture['login'],
  input: Pick<LoginInput, 'subject'>,
): Promise<LoggedIn> {
  const answer = await target.send(request, 'own').answer.catch((cause: unknown) => {
    throw new HarnessError('SVC_FIXTURE_LOGIN', `the login ${request.method} ${request.target} got no answer`, 3, {
      cause,
    })
  })
  const taken = takeFrom(answer, take)
  const beside = 'json' in take ? takeFrom(answer, { besides: take.json }) : undefined
  const line = 'cookie' in take ? setCookieOf(answer, take.cookie) : undefined
  if (taken !== undefined)
    return { taken, seconds: lifeOf(taken, answer.body), beside, line, answered: parseObject(answer.body) }
  const lacks = target instanceof FormTarget ? target.lacks : undefined
  const why = lacks === undefined ? placeBelow(request, input) : `; ${lacks}`
  throw new HarnessError(
    'SVC_FIXTURE_LOGIN',
    `the login ${request.method} ${request.target} answered ${answer.status} without ${JSON.stringify(take)}${why}`,
  )
}

/** A login that the document does not have is asked for where it is written, and not below the base of the document. */
function placeBelow({ target }: RequestData, { subject }: Pick<LoginInput, 'subject'>): string {
  if (subject.kind !== 'remote') return ''
  const base = subject.routes.find((route) => route.base !== '')?.base
  const isWhole = base === undefined || target.startsWith(`${base}/`)
  return isWhole ? '' : `; the document does not have it: where it is below its base, write ${base}${target}`
}

/** Seconds: `expires_in` of the answer (RFC 6749 section 5.1), else `exp` of a token (RFC 7519 section 4.1.4). */
export function lifeOf(taken: string, body: string): number | undefined {
  const given = Number(parseObject(body)?.['expires_in'])
  const exp = Number(readClaims(taken)?.['exp'])
  const seconds = given > 0 ? given : exp - Date.now() / 1_000
  return seconds > 1 && seconds < LONG ? seconds : undefined
}

async function openForLogin(
  { subject, timeout }: LoginInput,
  ledger: Ledger | undefined,
  form: FormFlow | undefined,
): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const served = subject.kind === 'local' ? await subject.api.listen({ port: 0, log: false }) : undefined
  const { origin, traffic } = subject.kind === 'remote' ? subject : { origin: served?.url ?? '', traffic: undefined }
  const target =
    served === undefined
      ? targetWithForm(endpointOf(origin, { traffic }), timeout, form)
      : new SocketTarget(endpointOf(origin), timeout, ledger)
  return {
    target,
    close: async () => {
      await target.close()
      await served?.close()
    },
  }
}
