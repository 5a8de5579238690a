import { deepEqual, equal } from 'node:assert/strict'
import { openProject, type OpenedProject } from 'svc/testing'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

describe('tokens', () => {
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

  const post = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(form) })

  async function signUp(username: string): Promise<Tokens> {
    const password = `${username}-password`
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ username, password })
    equal((await fetch(`${url}/users`, { method: 'POST', headers, body })).status, 201)
    return (await (await post('/token', { username, password })).json()) as Tokens
  }

  async function notes(token: string, text?: string): Promise<readonly [number, unknown]> {
    const authorization = `Bearer ${token}`
    const response = await (text === undefined
      ? fetch(`${url}/notes`, { headers: { authorization } })
      : fetch(`${url}/notes`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ text }),
        }))
    return [response.status, await response.json()]
  }

  it('are for who signed up, and a name is given once', async () => {
    const { access_token: token } = await signUp('bob')
    deepEqual(await notes(token, 'Buy milk'), [200, { owner: 'bob', text: 'Buy milk' }])
    const { access_token: other } = await signUp('carol')
    deepEqual(await notes(other), [200, []])
    deepEqual((await post('/token', { username: 'bob', password: 'wrong' })).status, 401)
    const body = JSON.stringify({ username: 'bob', password: 'another-password' })
    const again = await fetch(`${url}/users`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    equal(again.status, 409)
  })

  it('are refreshed, and a refresh token opens no route', async () => {
    const first = await signUp('dora')
    const response = await post('/token/refresh', { refresh_token: first.refresh_token })
    const second = (await response.json()) as Tokens
    equal((await notes(second.access_token))[0], 200)
    equal((await notes(second.refresh_token))[0], 401)
    equal((await post('/token/refresh', { refresh_token: second.access_token })).status, 401)
  })

  it('end with a logout, and with the account', async () => {
    const [first, second] = [await signUp('eve'), await signUp('finn')]
    equal((await post('/token/revoke', { refresh_token: first.refresh_token })).status, 204)
    equal((await post('/token/refresh', { refresh_token: first.refresh_token })).status, 401)
    const authorization = `Bearer ${second.access_token}`
    equal((await fetch(`${url}/users/me`, { method: 'DELETE', headers: { authorization } })).status, 204)
    equal((await post('/token/refresh', { refresh_token: second.refresh_token })).status, 401)
  })
})
