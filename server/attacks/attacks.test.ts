import { expect } from 'chai'
import { LAYERS, type Served } from '../promises/testdata/sample.ts'
import { createSeals, createTargets, type Target } from './testdata/applications.ts'
import type { ApplicationName, Facts } from './testdata/attack.ts'
import { CATALOGUE } from './testdata/catalogue.ts'
import { ask, judge, strike } from './testdata/strike.ts'

describe('the catalogue of attacks', () => {
  it('has at least 300, each under a name of its own', () => {
    const names = Object.entries(CATALOGUE).flatMap(([family, attacks]) =>
      attacks.map(({ name }) => `${family}: ${name}`),
    )
    expect(names.length).to.be.at.least(300)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([])
  })
})

for (const { layer, serve } of LAYERS) {
  describe(`attacks over a raw socket (${layer})`, () => {
    const targets = createTargets()
    const served = new Map<
      ApplicationName,
      { readonly target: Target; readonly server: Served; readonly facts: Facts }
    >()

    before(async () => {
      for (const [name, target] of Object.entries(targets) as [ApplicationName, Target][]) {
        const server = await serve(target.api)
        const facts = { host: new URL(server.url).host, seals: await createSeals(target) }
        served.set(name, { target, server, facts })
      }
    })
    after(async () => {
      for (const { server } of served.values()) await server.close()
    })

    for (const [family, attacks] of Object.entries(CATALOGUE)) {
      describe(family, () => {
        for (const attack of attacks) {
          if (attack.onlyGuarded && layer !== 'listen') continue
          it(attack.name, async () => {
            const { target, server, facts } = served.get(attack.on ?? 'main') as NonNullable<
              ReturnType<typeof served.get>
            >
            target.runs.length = 0
            target.malformed.length = 0
            const { answers, text } = await strike(server.url, attack, facts)
            const afterwards = await ask(server.url)
            const runs = target.runs.slice(0, -1)
            judge(attack, { answers, text, runs, afterwards, malformed: target.malformed }, facts, layer === 'listen')
          })
        }
      })
    }
  })
}
