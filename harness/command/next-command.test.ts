import { expect } from 'chai'
import { INIT_DEFAULTS, type InitOptions, nextCommand } from './next-command.ts'
import type { TestWorld } from './world.ts'

const OWN: InitOptions = { ...INIT_DEFAULTS, timeout: 20_000, unsafe: true, allowExec: true, rate: 5 }

describe('the command that --init prints for the run that follows', () => {
  const table: readonly (readonly [what: string, InitOptions, TestWorld['address'], command: string])[] = [
    ['of a project', INIT_DEFAULTS, undefined, 'svc test-auth'],
    ['of a project in another folder', { ...INIT_DEFAULTS, dir: 'my api' }, undefined, "svc test-auth --dir 'my api'"],
    [
      'of a server',
      INIT_DEFAULTS,
      { url: 'http://127.0.0.1:8000/v1' },
      'svc test-auth --url http://127.0.0.1:8000/v1 --fixtures auth.yaml',
    ],
    [
      'with the document and the recordings',
      INIT_DEFAULTS,
      { url: 'http://127.0.0.1:8000', openapi: 'my openapi.json', har: ['ann=ann.har'] },
      "svc test-auth --url http://127.0.0.1:8000 --openapi 'my openapi.json' --har ann=ann.har --fixtures auth.yaml",
    ],
    [
      'with what decides how requests are sent',
      OWN,
      { url: 'http://127.0.0.1:8000' },
      'svc test-auth --url http://127.0.0.1:8000 --fixtures auth.yaml --unsafe --allow-exec --timeout 20000 --rate 5',
    ],
  ]
  for (const [what, options, address, command] of table)
    it(`is right ${what}`, () => {
      const fixtures = address === undefined ? undefined : 'auth.yaml'
      expect(nextCommand(options, { program: 'svc test-auth', address, fixtures })).to.equal(command)
    })
})
