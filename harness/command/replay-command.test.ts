import { expect } from 'chai'
import { replayCommand } from './replay-command.ts'

const NONE = { unsafe: false, inProcess: false, contract: false, allowExec: false }

describe('the command that shows a finding again', () => {
  it('is short where nothing was said', () => {
    expect(replayCommand(NONE, {})).to.equal('svc test-auth')
  })

  it('has every option that decides what is sent, quoted for a shell', () => {
    const options = { fixtures: "my auth's.yaml", unsafe: true, inProcess: true, contract: true, allowExec: true }
    const address = { url: 'http://127.0.0.1:8000/v1', openapi: 'openapi.yaml' }
    expect(replayCommand(options, { address })).to.equal(
      "svc test-auth --url http://127.0.0.1:8000/v1 --openapi openapi.yaml --fixtures 'my auth'\\''s.yaml' --unsafe --in-process --contract --allow-exec",
    )
  })
})
