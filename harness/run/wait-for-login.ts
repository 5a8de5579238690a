import { setTimeout as delay } from 'node:timers/promises'
import { sessionOf } from '../model/scenario.ts'
import { LATER_SECOND } from '../model/timeout.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'

/** Waits for another second where a login has failed: a server whose tokens are made of the second fails at a second login in it. */
export async function waitForLogin(replayed: readonly Replayed[]): Promise<void> {
  const hasFailed = ({ step, answer }: Replayed): boolean =>
    sessionOf(step).take !== undefined && !(answer instanceof NoAnswer) && answer.status >= 500
  if (replayed.some(hasFailed)) await delay(LATER_SECOND)
}
