import { deepEqual, equal } from 'node:assert/strict'
import { openProject, type OpenedProject } from 'svc/testing'
import { sign } from '../lib/signature.ts'

describe('readings', () => {
  let project: OpenedProject
  let url: string
  let close: () => Promise<void>

  before(async () => {
    project = await openProject(new URL('..', import.meta.url).pathname)
    const server = await project.api.listen()
    url = `${server.url}/api`
    close = () => server.close()
  })

  after(async () => {
    await close()
    await project.close()
  })

  const post = (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

  it('are written with a key and read with a token', async () => {
    const written = await post('/readings', '{"celsius":21.5}', { 'x-api-key': 'sensor-key' })
    equal(written.status, 201)
    const authorization = `Basic ${Buffer.from('board:board-key').toString('base64')}`
    const issued = await fetch(`${url}/token`, { method: 'POST', headers: { authorization } })
    const { access_token: token } = (await issued.json()) as { readonly access_token: string }
    const read = await fetch(`${url}/readings`, { headers: { authorization: `Bearer ${token}` } })
    deepEqual(await read.json(), [{ sensor: 'sensor', celsius: 21.5 }])
  })

  it('are not written by a client without the scope', async () => {
    const response = await post('/readings', '{"celsius":21.5}', { 'x-api-key': 'board-key' })
    deepEqual([response.status, await response.json()], [403, { detail: 'Forbidden' }])
  })

  const body = '{"sensor":"sensor","offset":0.5}'
  const cases = [
    { title: 'a signature of the body', signature: sign(body), status: 200 },
    { title: 'a signature of another body', signature: sign(`${body} `), status: 401 },
    { title: 'no signature', signature: '', status: 401 },
  ]
  for (const { title, signature, status } of cases) {
    it(`calibrations with ${title} are ${status}`, async () => {
      equal((await post('/webhooks/calibration', body, { 'x-signature': signature })).status, status)
    })
  }
})
