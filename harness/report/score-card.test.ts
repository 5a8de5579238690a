import { expect } from 'chai'
import type { MutationResult } from '../model/event.ts'
import { ScoreCard, scoreOf } from './score-card.ts'

function mutation(
  operator: string,
  outcome: MutationResult['outcome'],
  more: Partial<MutationResult> = {},
): MutationResult {
  const words = { title: 'lets everybody pass', advice: 'a credential' }
  return { operator, route: 'GET /a', authenticator: 'Token', position: undefined, outcome, ...words, ...more }
}

const killed = mutation('a', 'killed')
const survived = mutation('b', 'survived')
const equal = mutation('c', 'equal')
const ignored = mutation('d', 'equal', { ignored: 'ticket 7' })

describe('the score of faults', () => {
  it('counts those that change something', () => {
    expect(scoreOf([killed, killed, killed, survived, equal, ignored])).to.deep.equal({
      killed: 3,
      total: 4,
      survivors: [survived],
      equal: 1,
      ignored: [ignored],
      percent: 75,
    })
  })

  it('is full for none', () => expect(scoreOf([]).percent).to.equal(100))

  it('is shown while it grows, of all that are planned', () => {
    const written: string[] = []
    const card = new ScoreCard({ color: false, interactive: true, write: (text) => written.push(text), wanted: 0 })
    const faults = [killed, survived].map(({ operator, route, authenticator }) => ({ operator, route, authenticator }))
    card.report({ type: 'mutation.planned', faults })
    for (const one of [killed, survived]) card.report({ type: 'mutation.ended', mutation: one })
    expect(written.join('')).to.equal(
      'svc test-auth --mutate  2 faults in 1 protected route\n\n\r  1/2\r\u001b[K  GET /a     1/2\n',
    )
  })
})
