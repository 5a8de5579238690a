import { expect } from 'chai'
import { type DocsOption, SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import { sampleSetup } from '../testdata/sample-setup.ts'

const auth = bearer((_, token) => (token === 'Token-of-ann-77' ? { user: 'ann' } : null), { name: 'Token' })

/** Whether the document takes part, and what the plan remarks. */
async function planOf(docs?: DocsOption): Promise<unknown> {
  const api = new SvcAPI({ auth, ...(docs === undefined ? {} : { docs }) })
  api.get('/a', {}, () => 1)
  const { plan } = await sampleSetup({
    subject: { kind: 'local', api, base: '' },
    fixtures: {},
    timeout: 60_000,
    dry: true,
  })
  const scenarios = plan.routes.flatMap((route) => route.scenarios)
  return {
    compares: scenarios.some(({ extra }) => extra?.about === 'document'),
    remarks: plan.remarks.map(({ message }) => message.split(':', 1)[0]),
  }
}

describe('a document that cannot be read', () => {
  const leftOut = { compares: false, remarks: ['The OpenAPI document is not compared with the declarations'] }

  it('is remarked where the document is off', async () => expect(await planOf(false)).to.deep.equal(leftOut))
  it('is remarked where the document is guarded', async () => expect(await planOf({ auth })).to.deep.equal(leftOut))
  it('is not remarked where the document is there for everybody', async () => {
    expect(await planOf()).to.deep.equal({ compares: true, remarks: [] })
  })
})
