import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { runServer } from './run-server.ts'

describe('the end of a worker', () => {
  const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'message', 'disconnect'] as const
  const before = new Map(SIGNALS.map((name) => [name, process.listeners(name as 'SIGTERM')] as const))
  afterEach(() => {
    for (const [name, kept] of before) {
      for (const listener of process.listeners(name as 'SIGTERM'))
        if (!kept.includes(listener)) process.off(name, listener)
    }
  })

  it('is not cut short by a signal for the whole group that comes after the word of the primary', async () => {
    const exits: number[] = []
    let closed: () => void = () => undefined
    const close = (): Promise<number> => new Promise((resolve) => (closed = () => resolve(0)))
    const output = { log: () => undefined, report: () => undefined }
    const end = { exit: (code: number) => exits.push(code), isWorker: true }
    await runServer(() => Promise.resolve({ url: '', page: '', close }), output, end)
    process.emit('message', { svc: 'drain' }, undefined)
    process.emit('SIGTERM')
    expect(exits).to.deep.equal([])
    closed()
    await nextTurn()
    expect(exits).to.deep.equal([0])
    // The second signal of its own.
    process.emit('SIGTERM')
    expect(exits).to.deep.equal([0, 143])
  })
})
