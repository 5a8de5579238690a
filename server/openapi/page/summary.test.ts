import { expect } from 'chai'
import { planCall } from './plan.ts'
import type { ShownOperation } from './scalar.ts'
import { readOperations, readSchemes } from './schemes.ts'
import { summarize } from './summary.ts'
import { Vault } from './vault.ts'

const SCHEMES = {
  Token: { type: 'http', scheme: 'bearer' },
  Chip: { type: 'apiKey', in: 'cookie', name: 'chip' },
  fwAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
} as const
const custom = { 'x-svc-auth': { custom: ['isLocal'] } }
const OPERATIONS: Readonly<Record<string, ShownOperation>> = {
  'a public operation': { security: [] },
  'a check': { security: [], ...custom },
  'a token': { security: [{ Token: [] }] },
  'a token and a check': { security: [{ Token: [] }], ...custom },
  'a token or nothing': { security: [{ Token: [] }, {}] },
  'a token, or nothing, and a check': { security: [{ Token: [] }, {}], ...custom },
  'a key in a cookie': { security: [{ Chip: [] }] },
  'a session': { security: [{ fwAuth: [] }] },
  'a session or a token': { security: [{ fwAuth: [] }, { Token: [] }] },
}

/** Everything that a person may have done before a call. */
const STATES = [false, true].flatMap((isTyped) =>
  [false, true].flatMap((isLoggedIn) =>
    [false, true].flatMap((isAlone) => [false, true].map((hasCookie) => ({ isTyped, isLoggedIn, isAlone, hasCookie }))),
  ),
)

describe('the sentence above a call', () => {
  for (const [what, operation] of Object.entries(OPERATIONS))
    for (const path of ['/x', '/login'])
      it(`claims of ${what}, POST ${path}, that nothing is sent only where nothing can go along`, () => {
        const document = { paths: { [path]: { post: operation } }, components: { securitySchemes: SCHEMES } }
        const schemes = new Map(readSchemes(document, 'sid').map((scheme) => [scheme.name, scheme]))
        for (const { isTyped, isLoggedIn, isAlone, hasCookie } of STATES) {
          const vault = new Vault(undefined, 'api')
          if (isTyped) for (const scheme of ['Token', 'Chip']) vault.type(scheme, { token: 'v1' })
          if (isLoggedIn) vault.logIn({ name: 'ann' })
          for (const facts of readOperations(document)) {
            vault.leaveOut(facts.id, isAlone)
            vault.noteCookie(facts.id, hasCookie)
            const plan = planCall(facts, schemes, vault)
            const said = summarize(facts, plan)
            const isBare = plan.send.length === 0 && plan.mode === 'omit'
            const where = JSON.stringify({ isTyped, isLoggedIn, isAlone, hasCookie, said })
            if (/No credential is sent/.test(said)) expect(isBare, where).to.equal(true)
            if (/go along/.test(said)) expect(plan.mode, where).to.equal('same-origin')
            if (said.startsWith('Sends')) expect(isBare, where).to.equal(false)
          }
        }
      })
})
