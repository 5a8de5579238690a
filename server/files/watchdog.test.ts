import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { Watchdog } from './watchdog.ts'

const never = new Promise<never>(() => undefined)
const giveUp = (): Error => new Error('given up')
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(undefined, (error: unknown) => error)

describe('Watchdog', () => {
  it('passes on what the work comes to', async () => {
    const watchdog = new Watchdog()
    expect(await watchdog.await(Promise.resolve(1), 10, giveUp)).to.equal(1)
    expect(await failureOf(watchdog.await(Promise.reject(new Error('own')), 10, giveUp))).to.have.property(
      'message',
      'own',
    )
  })

  it('gives up on all at once when nothing ends any more', async () => {
    const watchdog = new Watchdog()
    const errors = await Promise.all([1, 2].map(() => failureOf(watchdog.await(never, 10, giveUp))))
    expect(errors.map((error) => (error as Error).message)).to.deep.equal(['given up', 'given up'])
  })

  it('waits as long as Node is at work, however long that takes', async () => {
    const watchdog = new Watchdog()
    let turns = 0
    const work = new Promise<string>((resolve) => {
      const turn = (): void => {
        const end = performance.now() + 5
        while (performance.now() < end);
        if (++turns < 20) setImmediate(turn)
        else resolve('done')
      }
      turn()
    })
    expect(await watchdog.await(work, 20, giveUp)).to.equal('done')
  })

  it('waits as long as something ends now and then', async () => {
    const watchdog = new Watchdog()
    const work = watchdog.await(
      delay(120).then(() => 'done'),
      40,
      giveUp,
    )
    const progress = setInterval(() => watchdog.noteProgress(), 5)
    try {
      expect(await work).to.equal('done')
    } finally {
      clearInterval(progress)
    }
  })
})
