// A middleware around verify of hono/jwt, for a token that carries the name of its user.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { decode, sign, verify } from 'hono/jwt'

const { JWT_SECRET, ANN_PASSWORD, BOB_PASSWORD } = process.env
const passwords = new Map([
  ['ann', ANN_PASSWORD],
  ['bob', BOB_PASSWORD],
])
const notes = { ann: ['Buy milk for Ann'], bob: ['Feed the cat of Bob'] }
const app = new Hono()

app.post('/login', async (c) => {
  const { username, password } = await c.req.json().catch(() => ({}))
  if (typeof password !== 'string' || passwords.get(username) !== password)
    return c.json({ message: 'Invalid credentials' }, 401)
  return c.json({ token: await sign({ sub: username, exp: Math.floor(Date.now() / 1000) + 900 }, JWT_SECRET, 'HS256') })
})

app.use(async (c, next) => {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) return c.json({ message: 'Unauthorized' }, 401)
  try {
    c.set('user', await verify(token, JWT_SECRET, 'HS256'))
  } catch {
    return c.json({ message: 'Unauthorized' }, 401)
  }
  return next()
})

app.get('/me', (c) => c.json({ name: c.get('user').sub }))
app.get('/notes', (c) => c.json({ notes: notes[c.get('user').sub] ?? [] }))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (info) => {
  console.log(`http://127.0.0.1:${info.port}`)
})
