import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { TestClient } from './test-client.ts'

/** Answers with the `Cookie` that it gets; `POST /enter` and `POST /leave` set a cookie and clear it. */
function createApi(): SvcAPI {
  const api = new SvcAPI()
  const answerWith = (cookie: string): Response => new Response(null, { headers: { 'Set-Cookie': cookie } })
  api.get('/cookie', { auth: null }, ({ headers }) => ({ cookie: headers.get('cookie') }))
  api.post('/enter', { auth: null }, () => answerWith('sid=abc; Path=/; HttpOnly'))
  api.post('/leave', { auth: null }, () => answerWith('sid=; Path=/; Max-Age=0'))
  return api
}

describe('TestClient', () => {
  it('sends the cookies that it was given, and no Cookie at all while it has none', async () => {
    const client = new TestClient(createApi())
    const sent = async (): Promise<unknown> => (await client.get('/cookie')).json()
    const before = await sent()
    await client.post('/enter')
    const inside = await sent()
    await client.post('/leave')
    expect([before, inside, await sent()]).to.deep.equal([{ cookie: null }, { cookie: 'sid=abc' }, { cookie: null }])
  })

  it('sends the Cookie of a call in place of those that it keeps', async () => {
    const client = new TestClient(createApi())
    await client.post('/enter')
    const { text } = await client.get('/cookie', { headers: { cookie: 'sid=other' } })
    expect(text).to.equal('{"cookie":"sid=other"}')
  })
})
