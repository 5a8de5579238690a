import { deepEqual, equal, match } from 'node:assert/strict'
import { openProject, type OpenedProject } from 'svc/testing'

const PASSWORDS: Readonly<Record<string, string>> = { ann: 'daisy-4711', root: 'tulip-0815' }
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

describe('notes', () => {
  let project: OpenedProject
  let url: string
  let close: () => Promise<void>

  before(async () => {
    project = await openProject(new URL('..', import.meta.url).pathname)
    const server = await project.api.listen()
    url = server.url
    close = () => server.close()
  })

  after(async () => {
    await close()
    await project.close()
  })

  /** Logs in, and gives what sends requests with the session. */
  async function logIn(username: string): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
    const body = new URLSearchParams({ username, password: PASSWORDS[username] ?? '' })
    const { headers, status } = await fetch(`${url}/api/login`, { method: 'POST', body })
    equal(status, 200)
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return (method, path, json) =>
      fetch(url + path, {
        method,
        headers: { ...SAME_ORIGIN, cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
        ...(json ? { body: JSON.stringify(json) } : {}),
      })
  }

  it('shows the page to everyone', async () => {
    const response = await fetch(url)
    equal(response.status, 200)
    match(await response.text(), /<h1>Notes<\/h1>/)
  })

  it('belong to the user who wrote them', async () => {
    const [ann, root] = await Promise.all([logIn('ann'), logIn('root')])
    const note = (await (await ann('POST', '/api/notes', { text: 'Buy milk' })).json()) as { readonly id: string }
    deepEqual(await (await root('GET', '/api/notes')).json(), [])
    equal((await root('DELETE', `/api/notes/${note.id}`)).status, 204)
    deepEqual(await (await ann('GET', '/api/notes')).json(), [{ ...note, owner: 'ann', text: 'Buy milk' }])
    equal((await ann('DELETE', `/api/notes/${note.id}`)).status, 204)
  })

  it('cannot be added by a page of another site', async () => {
    const ann = await logIn('ann')
    const { headers } = await ann('GET', '/api/notes')
    equal(headers.get('cache-control'), 'no-store')
    const cookie = await fetch(`${url}/api/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ann', password: 'daisy-4711' }),
    }).then((response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    const forged = await fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: '{"text":"forged"}',
    })
    deepEqual([forged.status, await forged.json()], [403, { detail: 'CSRF check failed' }])
  })

  it('are out of reach after a logout, also for a copy of the cookie', async () => {
    const ann = await logIn('ann')
    equal((await ann('POST', '/api/logout')).status, 204)
    equal((await ann('GET', '/api/notes')).status, 401)
  })
})
