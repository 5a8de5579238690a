import { expect } from 'chai'
import type { Subject } from '../subject/leaf-subject.ts'
import { SESSION_ROWS } from './session.ts'

/** The value of a row for a seal whose parts all hold one text. */
function flipped(part: string): unknown {
  const row = SESSION_ROWS.find(({ name, variant }) => name === 'session.flip' && variant === '1')
  const session = { type: 'session', user: {}, name: 'svc', value: part, spares: [], variants: {} }
  const bare = { method: 'GET', target: '/', headers: [] }
  return row?.request({ bare, good: { value: session } } as unknown as Subject)
}

describe('session scenarios', () => {
  for (const part of ['abcde', 'ab-de', 'ab_de', 'ab0de']) {
    it(`changes the middle of "${part}", so that no run lacks the scenario`, () => {
      expect(flipped(part))
        .to.have.nested.property('headers[0][1]')
        .that.matches(/^svc=ab[^-_c0]de$/)
    })
  }
})
