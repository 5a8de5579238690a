import { expect } from 'chai'
import { NoAnswer } from '../replay/connection.ts'
import type { Target } from '../replay/target.ts'
import { Liveness } from './liveness.ts'

const ROOT = { method: 'GET', target: '/', headers: [] } as const
const ANSWER = { status: 404, head: '', headers: [], body: '', closes: false }

/** A server that answers its root, or lets it wait for longer than anything. */
function livenessOf(root: 'answers' | 'waits'): Liveness {
  const answer = root === 'answers' ? Promise.resolve(ANSWER) : Promise.reject(new NoAnswer('timeout'))
  answer.catch(() => undefined)
  const target = { send: () => ({ bytes: '', probe: undefined, answer }) } as unknown as Target
  return new Liveness(() => target, ROOT, undefined, 1)
}

describe('a server that answers no request in time', () => {
  async function askedAfter(liveness: Liveness, late: readonly string[]): Promise<unknown> {
    for (const id of late) {
      liveness.note(id)
      liveness.late(id)
    }
    await liveness.recover()
    return liveness.hung
  }

  it('has stopped where it is asked for its root for long and in vain: the first such scenario is named', async () => {
    const liveness = livenessOf('waits')
    liveness.note('before')
    liveness.answered()
    expect(await askedAfter(liveness, ['a', 'b', 'c'])).to.deep.equal({ id: 'a', last: ['before', 'a'] })
    expect(liveness.isStopped).to.equal(true)
  })

  it('is slow where it answers its root', async () => {
    const liveness = livenessOf('answers')
    liveness.answered()
    expect(await askedAfter(liveness, ['a', 'b', 'c'])).to.equal(undefined)
    expect([liveness.isStopped, liveness.isSilent]).to.deep.equal([false, false])
  })

  it('is slow where it answers anything between them, and where it has never answered', async () => {
    const liveness = livenessOf('waits')
    expect(await askedAfter(liveness, ['a', 'b', 'c'])).to.equal(undefined)
    liveness.answered()
    await askedAfter(liveness, ['d', 'e'])
    liveness.answered()
    expect(await askedAfter(liveness, ['f'])).to.equal(undefined)
    expect(liveness.isStopped).to.equal(false)
  })
})
