// h3 with its requireBasicAuth and a middleware of one's own for tokens; sessions sealed by useSession.
import { H3, HTTPError, readBody, requireBasicAuth, serve, useSession } from 'h3'

const { TOKEN, SESSION_PASSWORD, MONA_PASSWORD, EDITOR_PASSWORD } = process.env
const app = new H3()
const session = { password: SESSION_PASSWORD, name: 'h3', cookie: { secure: false } }

app.use('/api/**', (event) => {
  const header = event.req.headers.get('authorization') ?? ''
  if (header !== `Bearer ${TOKEN}`) throw new HTTPError({ status: 401, statusText: 'Unauthorized' })
})

app.get('/', () => 'Hello')

app.get('/api/numbers', () => ({ numbers: [4, 8, 15], drawn: Math.random() }))

app.get('/api/numbers/:id', (event) => ({ number: Number(event.context.params.id), drawn: Math.random() }))

app.post('/api/numbers', async (event) => ({ added: await readBody(event), drawn: Math.random() }))

app.get('/editor', async (event) => {
  await requireBasicAuth(event, { username: 'editor', password: EDITOR_PASSWORD, realm: 'editor' })
  return "The editor's desk"
})

app.post('/login', async (event) => {
  const { username, password } = (await readBody(event)) ?? {}
  if (username !== 'mona' || password !== MONA_PASSWORD) throw new HTTPError({ status: 401 })
  const current = await useSession(event, session)
  await current.update({ user: username })
  return { user: username }
})

app.get('/profile', async (event) => {
  const { data } = await useSession(event, session)
  if (!data.user) throw new HTTPError({ status: 401 })
  return { user: data.user, at: Date.now() }
})

const server = serve(app, { port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1', silent: true })
await server.ready()
console.log(server.url)
