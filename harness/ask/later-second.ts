import { setTimeout as delay } from 'node:timers/promises'
import type { RequestData } from '../model/request.ts'
import { LATER_SECOND } from '../model/timeout.ts'
import type { Answer, Maker } from './exploration.ts'

/** A login that has to be good. A server whose tokens are made of the second fails at the second login of a user in it: it is asked once more in a later one. */
export async function sendLogin(request: RequestData, { send }: Pick<Maker, 'send'>): Promise<Answer | undefined> {
  const answer = await send(request)
  if (answer === undefined || answer.status < 500) return answer
  await delay(LATER_SECOND)
  return send(request)
}
