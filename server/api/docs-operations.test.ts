import { expect } from 'chai'
import { bearer } from '../auth/index.ts'
import type { DocsOption } from '../declaring/docs-option.ts'
import { SvcAPI } from '../index.ts'

const token = bearer((_, value) => value === 'right', { name: 'Token' })
const other = bearer((_, value) => value === 'other', { name: 'Other' })
const DOCUMENT = '/openapi.json'
const PAGE = '/docs'

/** The statuses of document and page for this credential. */
async function statuses(docs: DocsOption | undefined, credential?: string): Promise<readonly number[]> {
  const api = new SvcAPI({ auth: other, ...(docs === undefined ? {} : { docs }) })
  api.get('/op', {}, () => 1)
  const headers: Record<string, string> = credential === undefined ? {} : { authorization: `Bearer ${credential}` }
  return Promise.all(
    [DOCUMENT, PAGE].map(async (path) => {
      const response = await api.fetch(new Request(`http://svc.test${path}`, { headers }))
      await response.body?.cancel()
      return response.status
    }),
  )
}

describe('the document and the page', () => {
  it('are open, also under a global auth', async () => {
    const [document] = await statuses(undefined)
    expect([document, await statuses({})]).to.deep.equal([200, await statuses({ auth: null })])
  })

  it('both need what docs: { auth } says, and not the global auth', async () => {
    const [anonymous, stranger, friend] = [
      await statuses({ auth: token }),
      await statuses({ auth: token }, 'other'),
      await statuses({ auth: token }, 'right'),
    ]
    expect([anonymous, stranger, friend[0]]).to.deep.equal([[401, 401], [401, 401], 200])
    expect(friend).to.not.include(401)
  })

  it('are not there with docs: false', async () => {
    expect(await statuses(false, 'other')).to.deep.equal([404, 404])
  })

  it('refuse a HEAD and any other method as every operation does', async () => {
    const api = new SvcAPI({ docs: { auth: token } })
    const answers = await Promise.all(
      ['HEAD', 'POST', 'OPTIONS'].map(async (method) => {
        const { status } = await api.fetch(new Request(`http://svc.test${DOCUMENT}`, { method }))
        return status
      }),
    )
    expect(answers).to.deep.equal([401, 405, 204])
  })

  it('are not in the list of operations', () => {
    const api = new SvcAPI({ docs: { auth: token } })
    api.get('/op', {}, () => 1)
    expect(api.operations().map(({ path }) => path)).to.deep.equal(['/op'])
  })

  it('refuse at load an invalid auth', () => {
    for (const auth of [undefined, 'bearer', []]) {
      expect(() => new SvcAPI({ docs: { auth: auth as never } }).nodeHandler()).to.throw(/auth /)
    }
  })
})
