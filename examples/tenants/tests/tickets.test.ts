import { deepEqual, equal } from 'node:assert/strict'
import { openProject, type OpenedProject } from 'svc/testing'

const WELCOME = { id: 1, author: 'support', title: 'Welcome', done: false }

describe('tickets', () => {
  let project: OpenedProject

  before(async () => {
    project = await openProject(new URL('..', import.meta.url).pathname)
  })

  after(() => project.close())

  const send = (user: string, method: string, path: string, body?: object): Promise<Response> =>
    project.api.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { authorization: `Bearer token-of-${user}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )

  it('belong to a tenant: another tenant sees neither the list nor the ticket', async () => {
    const opened = await send('bob', 'POST', '/tickets', { title: 'The door squeaks' })
    const ticket = (await opened.json()) as { readonly id: number }
    deepEqual([opened.status, ticket], [201, { id: 2, author: 'bob', title: 'The door squeaks', done: false }])
    deepEqual(await (await send('ann', 'GET', '/tickets')).json(), [WELCOME, ticket])
    deepEqual(await (await send('eve', 'GET', '/tickets')).json(), [WELCOME])
    equal((await send('eve', 'GET', `/tickets/${ticket.id}`)).status, 404)
    equal((await send('eve', 'DELETE', `/tickets/${ticket.id}`)).status, 404)
    equal((await send('ann', 'GET', `/tickets/${ticket.id}`)).status, 200)
  })

  it('are removed by administrators', async () => {
    equal((await send('bob', 'DELETE', '/tickets/1')).status, 403)
    equal((await send('ann', 'DELETE', '/tickets/1')).status, 204)
    equal((await send('ann', 'GET', '/tickets/1')).status, 404)
  })

  it('are found by numbers only', async () => {
    const response = await send('ann', 'GET', '/tickets/1%20or%201=1')
    equal(response.status, 422)
  })
})
