import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { type Listening, SvcAPI } from 'svc'
import { Ledger } from '../observe/ledger.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { endpointOf, openLocalTargets } from './targets.ts'

describe('the servers of a run', () => {
  it('listen no more when they have been closed', async () => {
    const api = new SvcAPI()
    api.get('/x', { auth: null }, () => 1)
    const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures: {} })
    const { targets } = await setup.open()
    const { host, port } = endpointOf(targets.origin)
    const ended = async (): Promise<unknown> => {
      const socket = connect(port, host)
      return once(socket, 'connect').then(
        () => (socket.destroy(), 'connected'),
        ({ code }: NodeJS.ErrnoException) => code,
      )
    }
    const before = await ended()
    await targets.close()
    expect([before, await ended()]).to.deep.equal(['connected', 'ECONNREFUSED'])
  })

  it('are closed where a copy cannot be made', async () => {
    const api = new SvcAPI()
    api.get('/x', { auth: null }, () => 1)
    const opened: Listening[] = []
    const listen = api.listen.bind(api)
    Object.assign(api, {
      listen: async (options: object) => {
        const listening = await listen(options)
        opened.push(listening)
        return listening
      },
      withOperations: () => {
        throw new Error('no copy')
      },
    })
    const ledger = new Ledger(() => false)
    const error: unknown = await openLocalTargets({ api, base: '', ledger, timeout: 1_000, inProcess: true }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).to.have.property('message', 'no copy')
    expect(opened).to.have.length(1)
    const answer: unknown = await fetch(opened[0]?.url ?? '').catch(({ cause }: Error) => cause)
    expect(answer).to.have.property('code', 'ECONNREFUSED')
  })
})
