import { randomBytes } from 'node:crypto'
import type { FixtureFile } from '../credentials/define.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Remark } from '../model/remark.ts'
import { Failures } from '../replay/failures.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { SocketTarget } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { destroysByName } from '../subject/destroys.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { endpointOf } from '../targets/targets.ts'
import type { Subject } from './subject.ts'

/** Operations that are asked: the plainest, since a parameter may be what is wrong. */
const MOST = 12
/** The same where none of their answers says that it failed. */
const FEWEST = 4

/**
 * Asks reads without a credential: where their answers are successes that say in the body what is wrong, all answers of the
 * server are read so. Asks for a path that no server has, too: the front end of an application may answer it with its page.
 *
 * @param dry nothing is sent
 * @param timeout milliseconds to wait for an answer
 */
export async function withFailures<S extends Subject>(
  subject: S,
  { fixtures, timeout, dry }: { readonly fixtures: FixtureFile; readonly timeout: number; readonly dry: boolean },
): Promise<{ readonly subject: S; readonly remarks: readonly Remark[] }> {
  if (dry || subject.kind === 'local' || subject.failures !== undefined) return { subject, remarks: [] }
  const answers = await askGuarded(subject, fixtures, timeout)
  const failures = Failures.learn(answers, await askStray(subject, timeout)) ?? null
  const messages = [
    ...(failures?.saysRefusals === true
      ? [
          'the server answers 200 to what it refuses, and says so in the body: such an answer is read as 401, 403, 404 or 400, by what it says',
        ]
      : []),
    ...(failures?.hasPage === true
      ? ['the server answers paths that it does not have with a page and 200: that page is read as 404']
      : []),
  ]
  return {
    subject: { ...subject, failures },
    remarks: messages.map((message) => ({ kind: 'notice', message }) as const),
  }
}

/** Whether an operation may be asked without a credential before anything is known of it. */
export function isHarmlessRead(route: Route, { routes }: Pick<FixtureFile, 'routes'>): boolean {
  return route.method === 'GET' && routes?.[route.key]?.unsafe !== 'never' && !destroysByName(route)
}

/** The answer to a path of the run's own, at the root: nothing is there. */
async function askStray(
  { origin, traffic }: Extract<Subject, { kind: 'remote' }>,
  timeout: number,
): Promise<RawResponse | undefined> {
  const target = new SocketTarget(endpointOf(origin, { traffic }), timeout, undefined)
  try {
    const request = { method: 'GET', target: `/svc-${randomBytes(6).toString('hex')}`, headers: [] }
    return await answerAlone(request, target)
  } finally {
    await target.close()
  }
}

async function askGuarded(
  { routes, undeclared, ...server }: Extract<Subject, { kind: 'remote' }>,
  fixtures: FixtureFile,
  timeout: number,
): Promise<readonly RawResponse[]> {
  const reads = routes.filter(
    (route) => isHarmlessRead(route, fixtures) && (undeclared !== undefined || isProtected(route)),
  )
  const plainest = reads.toSorted((one, other) => one.path.split('[').length - other.path.split('[').length)
  const target = new SocketTarget(endpointOf(server.origin, { traffic: server.traffic }), timeout, undefined)
  const answers: RawResponse[] = []
  try {
    for (const route of plainest.slice(0, MOST)) {
      const answer = await answerAlone(plainRequest(route, undefined), target)
      if (answer === undefined) return []
      // One answer says how a server refuses.
      if (answer.status === 401 || answer.status === 403) return []
      answers.push(answer)
      if (answers.length === FEWEST && !answers.some((one) => Failures.isOne(one))) return []
    }
    return answers
  } finally {
    await target.close()
  }
}
