import { expect } from 'chai'
import { formatAuth, leavesOf } from '../../server/internal.ts'
import { idOf } from '../subject/scenario.ts'
import { sampleFixtures, sampleRoute } from '../testdata/samples.ts'
import { explainScenario } from './explain-scenario.ts'

/** The lines of an explanation, where the plan has no scenario. */
function explained(wanted: string): readonly string[] {
  const printed: string[] = []
  const setup = { fixtures: sampleFixtures(), routes: [ROUTE] } as unknown as Parameters<
    typeof explainScenario
  >[0]['setup']
  const world = { stdout: (text: string) => void printed.push(text), subject: { kind: 'local' } as never }
  explainScenario({ plan: { routes: [], remarks: [] }, setup }, wanted, world)
  return printed.join('').split('\n')
}

const ROUTE = sampleRoute()
const KEY = leavesOf(ROUTE.auth)[0]?.name ?? ''

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

  it('is there for a row whose requests are made of a credential that a login gives', () => {
    const [first, finds, why] = explained('key.claims')
    expect(first).to.match(/^key\.claims {2}\w/)
    expect(finds).to.match(/^ {4}finds: .+ \(CWE-\d+\)$/)
    expect(why).to.match(/^ {4}not known before the run: it is made of a credential that a login gives/)
  })

  it('is there for the id of such a row, as the report prints it', () => {
    const id = idOf(ROUTE, { name: 'key.claims', authenticator: KEY, exercise: 'wire' })
    const lines = explained(id)
    expect(lines[0]).to.match(/^key\.claims {2}\w/)
    expect(lines[3]).to.equal(`    ${ROUTE.key} ${formatAuth(ROUTE.auth)}  id ${id}`)
    const later = idOf(ROUTE, { name: 'resource.write', exercise: 'wire' })
    expect(explained(later)[0]).to.match(/^resource\.write {2}/)
  })

  it('is there for a row with the escapes of the page taken out', () => {
    expect(explained('role.*')[0]).to.not.include('\\')
    expect(explained('key.lit-__proto__')[0]).to.equal('key.lit-__proto__  the text __proto__ as a key')
  })

  it('fails for what nothing has', () => {
    expect(() => explained('key.claim')).to.throw('Did you mean "key.claims"?')
    expect(() => explained('kc-00000000')).to.throw('there is no family or scenario "kc-00000000"')
  })

  it('is there for each row of a family', () => {
    const names = explained('resource').flatMap((line) => /^(resource\.\w+) /.exec(line)?.[1] ?? [])
    expect(names).to.include.members(['resource.own', 'resource.other', 'resource.list', 'resource.write'])
  })
})
