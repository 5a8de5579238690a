import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { endpointOf } from './targets.ts'

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
})
