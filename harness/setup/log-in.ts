import type { LoginFixture } from '../credentials/define.ts'
import type { LoginRenewal } from '../credentials/login-renewal.ts'
import type { OwnLogins } from '../credentials/own-logins.ts'
import type { LogIn } from '../credentials/resolve.ts'
import { HarnessError } from '../model/failure.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Ledger } from '../observe/ledger.ts'
import { takeFrom } from '../replay/replay.ts'
import { type Target, SocketTarget } from '../replay/target.ts'
import { endpointOf } from '../targets/targets.ts'
import type { Subject } from './subject.ts'

/** A subject that logins are sent to. */
interface LoginInput {
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
  try {
    return await resolve(async (request, login) => {
      opened ??= await openForLogin(input, ledger)
      const taken = await logInAt(opened.target, request, login)
      const repeat = async (): Promise<string> => {
        const again = await openForLogin(input, ledger)
        try {
          return await logInAt(again.target, request, login)
        } finally {
          await again.close()
        }
      }
      own.add(taken, repeat)
      if (login.refresh !== undefined) renewal.add(taken, login.refresh, repeat)
      return taken
    })
  } finally {
    await opened?.close()
  }
}

async function logInAt(target: Target, request: RequestData, { take }: LoginFixture['login']): Promise<string> {
  const answer = await target.send(request, 'own').answer.catch((cause: unknown) => {
    throw new HarnessError('SVC_FIXTURE_LOGIN', `the login ${request.method} ${request.target} got no answer`, 3, {
      cause,
    })
  })
  const taken = takeFrom(answer, take)
  if (taken !== undefined) return taken
  throw new HarnessError(
    'SVC_FIXTURE_LOGIN',
    `the login ${request.method} ${request.target} answered ${answer.status} without ${JSON.stringify(take)}`,
  )
}

async function openForLogin(
  { subject, timeout }: LoginInput,
  ledger: Ledger | undefined,
): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const served = subject.kind === 'local' ? await subject.api.listen({ port: 0, log: false }) : undefined
  const origin = served?.url ?? (subject as Extract<Subject, { kind: 'remote' }>).origin
  const target = new SocketTarget(endpointOf(origin), timeout, ledger)
  return {
    target,
    close: async () => {
      await target.close()
      await served?.close()
    },
  }
}
