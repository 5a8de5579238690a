import { expect } from 'chai'
import { sampleFixtures } from '../testdata/samples.ts'
import { explainScenario } from './explain-scenario.ts'

/** The lines of an explanation, where the plan has no scenario. */
function explained(wanted: string): readonly string[] {
  const printed: string[] = []
  const setup = { fixtures: sampleFixtures() } as Parameters<typeof explainScenario>[0]['setup']
  const world = { stdout: (text: string) => void printed.push(text), subject: { kind: 'local' } as never }
  explainScenario({ plan: { routes: [], remarks: [] }, setup }, wanted, world)
  return printed.join('').split('\n')
}

describe('the explanation of a row', () => {
  it('is there for what is sent after the catalogue, too', () => {
    expect(explained('resource.nested')).to.deep.equal([
      'resource.nested  a record below a record of another user',
      '    finds: a record is looked up by its own id alone, whatever it is reached through (CWE-639)',
      '    sent after all others: by what answers hold',
      '',
      '',
    ])
  })

  it('is there for each row of a family', () => {
    const names = explained('resource').flatMap((line) => /^(resource\.\w+) /.exec(line)?.[1] ?? [])
    expect(names).to.include.members(['resource.own', 'resource.other', 'resource.list', 'resource.write'])
  })
})
