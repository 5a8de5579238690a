import { expect } from 'chai'
import { wantsColor } from './color.ts'

describe('wantsColor', () => {
  const cases: readonly { env: Record<string, string>; terminal: boolean; pipe: boolean }[] = [
    { env: {}, terminal: true, pipe: false },
    { env: { NO_COLOR: '1' }, terminal: false, pipe: false },
    { env: { NO_COLOR: '' }, terminal: true, pipe: false },
    { env: { FORCE_COLOR: '1' }, terminal: true, pipe: true },
    { env: { FORCE_COLOR: '0' }, terminal: false, pipe: false },
    { env: { NO_COLOR: '1', FORCE_COLOR: '1' }, terminal: false, pipe: false },
    { env: { TERM: 'dumb' }, terminal: false, pipe: false },
  ]
  for (const { env, terminal, pipe } of cases) {
    it(`decides with ${JSON.stringify(env)}`, () => {
      expect({ terminal: wantsColor({ isTTY: true }, env), pipe: wantsColor({}, env) }).to.deep.equal({
        terminal,
        pipe,
      })
    })
  }
})
