import type { RunEvent } from '../../model/event.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../../testdata/samples.ts'
import { SMALL_RUN } from './small-run.ts'

/**
 * The events of a run in which everything passes, one after the other, as a run gives them.
 *
 * @param scenarios of each route
 * @param kilobytes of each request, which is like no other
 */
export function* longRun(routes: number, scenarios: number, kilobytes: number): Generator<RunEvent> {
  const all = Array.from({ length: routes }, (_, at) => sampleRoute({ path: `/r${at}` }))
  for (const event of SMALL_RUN) if (event.type === 'run.started') yield event
  const planned = all.map((route) => ({ route, scenarios }))
  yield { type: 'plan.ready', routes: planned, scenarios: routes * scenarios }
  for (const route of all)
    for (let at = 0; at < scenarios; at++) {
      const sent = Buffer.alloc(kilobytes * 1_024, `${route.key} ${at} `).toString('latin1')
      const exchange = { sent, received: '', method: 'GET', target: route.path, status: 401, duration: 1, startedAt: 0 }
      const verdict = sampleVerdict(sampleScenario(route, `key.one-${at}`), 'passed')
      yield { type: 'scenario.ended', verdict: { ...verdict, exchanges: [exchange] } }
    }
}
