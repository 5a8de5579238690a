import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { Rounds } from './watch-rounds.ts'

type Routes = readonly string[] | undefined

/** A round that ends when its signal is aborted, or on request. */
class Under {
  readonly begun: Routes[] = []
  readonly #waiting: (() => void)[] = []
  end: () => void = () => undefined

  readonly round = async (routes: Routes, signal: AbortSignal): Promise<void> => {
    this.begun.push(routes)
    const ended = new Promise<void>((resolve) => {
      this.end = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    this.#waiting.shift()?.()
    await ended
  }

  next(): Promise<void> {
    return new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

describe('rounds of tests', () => {
  async function play(wanted: readonly Routes[]): Promise<readonly Routes[]> {
    const under = new Under()
    const rounds = new Rounds(under.round)
    const stop = new AbortController()
    const ended = rounds.run(stop.signal)
    for (const [at, routes] of wanted.entries()) {
      const begun = under.next()
      rounds.want(routes)
      await begun
      if (at !== 1) continue
      under.end()
      await nextTurn()
    }
    stop.abort()
    await ended
    return under.begun
  }

  it('test what is wanted, with what the round before it did not come to', async () => {
    expect(await play([['GET /a'], ['GET /b', 'GET /a']])).to.deep.equal([['GET /a'], ['GET /b', 'GET /a']])
  })

  it('test everything where it is not known what changed', async () => {
    expect(await play([['GET /a'], undefined])).to.deep.equal([['GET /a'], undefined])
    expect(await play([undefined, ['GET /a']])).to.deep.equal([undefined, undefined])
  })

  it('forget what a round has ended with', async () => {
    expect(await play([['GET /a'], ['GET /b'], ['GET /c']])).to.deep.equal([
      ['GET /a'],
      ['GET /b', 'GET /a'],
      ['GET /c'],
    ])
  })

  it('end at once where nothing is wanted', async () => {
    const stop = new AbortController()
    const ended = new Rounds(() => Promise.reject(new Error('nothing was wanted'))).run(stop.signal)
    stop.abort()
    await ended
  })
})
