// Koa with koa-jwt: what stands below the middleware needs a token.
import Router from '@koa/router'
import jsonwebtoken from 'jsonwebtoken'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import jwt from 'koa-jwt'

const { JWT_SECRET, USER_PASSWORD } = process.env
const app = new Koa()
const open = new Router()
const closed = new Router({ prefix: '/api' })

app.use(async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (error.status !== 401) throw error
    ctx.status = 401
    ctx.body = 'Protected resource, use Authorization header to get access\n'
  }
})
app.use(bodyParser())

open.get('/public', (ctx) => {
  ctx.body = 'unprotected\n'
})
open.post('/login', (ctx) => {
  const { username, password } = ctx.request.body ?? {}
  if (username !== 'koala' || password !== USER_PASSWORD) ctx.throw(401)
  ctx.body = { token: jsonwebtoken.sign({ name: username }, JWT_SECRET, { expiresIn: '10m' }) }
})
app.use(open.routes())

app.use(jwt({ secret: JWT_SECRET, algorithms: ['HS256'] }))

closed.get('/me', (ctx) => {
  ctx.body = { name: ctx.state.user.name }
})
closed.get('/things/:id', (ctx) => {
  ctx.body = { id: ctx.params.id, colour: 'green', seen: Date.now() }
})
closed.post('/things', (ctx) => {
  ctx.status = 201
  ctx.body = { id: Math.random().toString(36).slice(2), ...ctx.request.body }
})
app.use(closed.routes()).use(closed.allowedMethods())

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
