import { expect } from 'chai'
import { describeDevServer, replayCommand } from './replay-command.ts'

const NONE = { timeout: 5_000, unsafe: false, inProcess: false, contract: false, allowExec: false }

describe('the command that shows a finding again', () => {
  it('is short where nothing was said: the seed makes the same stand-ins again', () => {
    expect(replayCommand({ ...NONE, dir: '.' }, { seed: '4f1c' })).to.equal('npx svc test-auth --seed 4f1c')
  })

  it('names the folder of the project, which a server in another process does not have', () => {
    const address = { url: 'http://127.0.0.1:8000' }
    expect([
      replayCommand({ ...NONE, dir: 'apps/my api' }, { seed: '1' }),
      replayCommand({ ...NONE, dir: 'apps/my api' }, { seed: '1', address }),
    ]).to.deep.equal([
      "npx svc test-auth --dir 'apps/my api' --seed 1",
      'npx svc test-auth --url http://127.0.0.1:8000 --seed 1',
    ])
  })

  it('says how the application is started again where curl sends to', () => {
    const start = 'curl sends to http://localhost:3000: start the application there with npx svc dev'
    expect([
      describeDevServer({}),
      describeDevServer({ dir: '.' }),
      describeDevServer({ dir: 'apps/my api' }),
    ]).to.deep.equal([`${start} --port 3000\n`, `${start} --port 3000\n`, `${start} 'apps/my api' --port 3000\n`])
  })

  it('has every option that decides what is sent, quoted for a shell', () => {
    const flags = { unsafe: true, inProcess: true, contract: true, allowExec: true }
    const options = { ...flags, fixtures: "my auth's.yaml", timeout: 200 }
    const address = { url: 'http://127.0.0.1:8000/v1', openapi: 'openapi.yaml' }
    expect(replayCommand(options, { address, seed: 'a b' })).to.equal(
      "npx svc test-auth --url http://127.0.0.1:8000/v1 --openapi openapi.yaml --fixtures 'my auth'\\''s.yaml' --unsafe --in-process --contract --allow-exec --timeout 200 --seed 'a b'",
    )
  })
})
