// @fastify/jwt with secrets by the id of the key, so that they can be changed while old tokens are good.
import jwt from '@fastify/jwt'
import Fastify from 'fastify'

const secrets = { now: process.env.JWT_SECRET }
const passwords = new Map([
  ['ann', process.env.ANN_PASSWORD],
  ['bob', process.env.BOB_PASSWORD],
])
const notes = { ann: ['Buy milk for Ann'], bob: ['Feed the cat of Bob'] }
const fastify = Fastify()

const findSecret = (_request, { header }, done) =>
  Object.hasOwn(secrets, header.kid) ? done(null, secrets[header.kid]) : done(new Error('no such key'))

await fastify.register(jwt, {
  secret: { private: process.env.JWT_SECRET, public: findSecret },
  sign: { expiresIn: '15m', kid: 'now', algorithm: 'HS256' },
  verify: { algorithms: ['HS256'] },
  decode: { complete: true },
})

fastify.post('/login', async (request, reply) => {
  const { username, password } = request.body ?? {}
  if (typeof password !== 'string' || passwords.get(username) !== password)
    return reply.code(401).send({ message: 'Invalid credentials' })
  return { token: fastify.jwt.sign({ sub: username }) }
})

const authenticate = async (request, reply) => {
  try {
    await request.jwtVerify()
  } catch {
    return reply.code(401).send({ message: 'Unauthorized' })
  }
}

fastify.get('/me', { onRequest: authenticate }, async (request) => ({ name: request.user.sub }))
fastify.get('/notes', { onRequest: authenticate }, async (request) => ({ notes: notes[request.user.sub] ?? [] }))

console.log(await fastify.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
