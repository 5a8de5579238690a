// Hono's own middleware: jwt, bearerAuth and basicAuth.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { bearerAuth } from 'hono/bearer-auth'
import { jwt, sign } from 'hono/jwt'

const { JWT_SECRET, API_TOKEN, ACME_PASSWORD, USER_PASSWORD } = process.env
const app = new Hono()

app.use('/auth/*', jwt({ secret: JWT_SECRET, alg: 'HS256' }))
app.use('/api/*', bearerAuth({ token: API_TOKEN }))
app.use('/admin/*', basicAuth({ username: 'acme', password: ACME_PASSWORD }))

app.get('/', (c) => c.text('Hello Hono!'))

app.post('/login', async (c) => {
  const { username, password } = await c.req.parseBody()
  if (username !== 'hono' || password !== USER_PASSWORD) return c.json({ message: 'Invalid credentials' }, 401)
  return c.json({ token: await sign({ sub: username, exp: Math.floor(Date.now() / 1000) + 600 }, JWT_SECRET, 'HS256') })
})

app.get('/auth/page', (c) => c.json(c.get('jwtPayload')))

app.get('/auth/books/:id', (c) => c.json({ id: c.req.param('id'), title: 'A book', at: new Date() }))

app.get('/api/page', (c) => c.json({ message: 'You are authorized' }))

app.delete('/api/page', (c) => c.body(null, 204))

app.get('/admin/page', (c) => c.text('You are authorized'))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (info) => {
  console.log(`Server is running on http://127.0.0.1:${info.port}`)
})
