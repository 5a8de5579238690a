import { expect } from 'chai'
import { GIVEN_KEY } from '../../fixtures/broken-apps/given-key.ts'
import type { BrokenApp } from '../../fixtures/broken-apps/broken-app.ts'
import type { RunEvent } from '../model/event.ts'
import { redactorFor } from '../subject/redactor-for.ts'
import { runSample } from '../testdata/run-sample.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'

const LOCAL = { kind: 'local', base: '' } as const

/** The rows of tokens that fail on an application, whose fixtures do not give the key. */
async function failed(
  build: BrokenApp['build'],
  { credentials = {} }: BrokenApp['fixtures'],
): Promise<readonly string[]> {
  const names: string[] = []
  const emit = (event: RunEvent): void => {
    if (event.type === 'scenario.ended' && event.verdict.finding) names.push(event.verdict.finding.scenario.name)
  }
  const isChosen = ({ control, name }: { readonly control: string; readonly name: string }): boolean =>
    control === 'control' || name.startsWith('jwt.')
  await runSample({ api: build(), fixtures: { credentials }, emit, isChosen })
  return names
}

describe('the key that an application signs its tokens with', () => {
  for (const { id, story, build, twin, fixtures, expected } of GIVEN_KEY) {
    // Its tokens name no beginning.
    const isTried = id !== 'own-key-early'
    it(`is found in the code, so that it is ${isTried ? '' : 'not '}found that ${story}`, async () => {
      const names = await failed(build, fixtures)
      if (isTried) expect(names).to.include(expected[0])
      else expect(names).to.deep.equal([])
    })

    it(`is found in the code, and nothing is reported where not: ${story}`, async () =>
      expect(await failed(twin, fixtures)).to.deep.equal([]))
  }

  const [first] = GIVEN_KEY as readonly [BrokenApp]
  const { credentials = {}, tokenKeys = {} } = first.fixtures
  const key = String(tokenKeys['Token'])

  it('is that of the environment where a variable has it, and is shown in no report', async () => {
    const source = { env: { SHOP_KEY: key, OTHER: 'another-text' }, directory: '.', allowExec: false }
    const { plan, fixtures } = await sampleSetup({
      subject: { ...LOCAL, api: first.twin() },
      fixtures: { credentials },
      source,
    })
    expect(fixtures.foundKeys).to.deep.equal({ Token: key })
    expect(redactorFor(fixtures, []).redact(`the key is ${key}`)).to.equal('the key is [the key of Token]')
    const said = plan.remarks.map(({ message }) => message).filter((message) => message.includes('signed anew'))
    expect(said).to.deep.equal(['tokens of Token are signed anew with ${SHOP_KEY}, which verifies them'])
  })

  it('is left alone where the fixtures give it, as is that of another credential', async () => {
    const given = await sampleSetup({ subject: { ...LOCAL, api: first.twin() }, fixtures: first.fixtures })
    const other = await sampleSetup({
      subject: { ...LOCAL, api: first.twin() },
      fixtures: { credentials: { Token: { valid: key } } },
    })
    expect([given.fixtures.foundKeys, other.fixtures.foundKeys]).to.deep.equal([{}, {}])
  })
})
