import { HarnessError } from '../model/failure.ts'
import { NoAnswer } from '../replay/connection.ts'
import { SocketTarget, type Target } from '../replay/target.ts'
import { Traffic } from '../replay/traffic.ts'
import { endpointOf } from '../targets/targets.ts'
import { causeOfCode } from '../text/cause-of-code.ts'
import type { Subject } from './subject.ts'

/** A server in another process, with an account of the requests that it is sent before the scenarios. */
export function watched(subject: Subject): Subject {
  return subject.kind === 'local' ? subject : { ...subject, traffic: new Traffic() }
}

/** Asks whether a server is still there. */
const LOOK = { method: 'GET', target: '/', headers: [] } as const
/** Times of an answer that a silent server has to recover. */
const RECOVERY = 6

/**
 * Ends a preparation on a server that takes connections and answers nothing any more: each request that is left would be waited for.
 *
 * @param timeout milliseconds to wait for an answer
 * @throws HarnessError where it does not answer for a while
 */
export async function requireAnswers(traffic: Traffic | undefined, target: Target, timeout: number): Promise<void> {
  if (traffic?.isSilent !== true) return
  const last = lastOf(traffic)
  const answer = await target.send(LOOK, 'own', timeout * RECOVERY).answer.catch((error: unknown) => error)
  if (!(answer instanceof NoAnswer) || answer.reason !== 'timeout') return
  const message = `before the first scenario ${causeOfCode('hangs')?.cause}; ${last}`
  throw new HarnessError('SVC_SERVER_STOPPED', message, 1)
}

/** The error of a preparation, which follows from the end of its server where that has ended. */
export async function withStop(thrown: unknown, subject: Subject, timeout: number): Promise<unknown> {
  if (subject.kind === 'local' || subject.traffic === undefined || !(thrown instanceof HarnessError)) return thrown
  const { origin, traffic } = subject
  const target = new SocketTarget(endpointOf(origin, { traffic }), timeout, undefined)
  await target.send(LOOK, 'own').answer.catch(() => undefined)
  await target.close()
  if (!traffic.isLost) return thrown
  const message = `the server stopped answering after ${traffic.lines.at(-1)}: ${causeOfCode('stopped')?.cause}; ${lastOf(traffic)}. Before that: ${thrown.message}`
  return new HarnessError('SVC_SERVER_STOPPED', message, 1, { cause: thrown })
}

function lastOf({ lines }: Traffic): string {
  return `the last requests: ${lines.join(', ')}`
}
