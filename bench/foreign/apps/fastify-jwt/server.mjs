// @fastify/jwt for tokens, @fastify/basic-auth for the operators, @fastify/auth to take either.
import { timingSafeEqual } from 'node:crypto'
import fastifyAuth from '@fastify/auth'
import basicAuth from '@fastify/basic-auth'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'

const fastify = Fastify()
await fastify.register(jwt, { secret: process.env.JWT_SECRET, sign: { expiresIn: '10m' } })
await fastify.register(fastifyAuth)
await fastify.register(basicAuth, {
  authenticate: { realm: 'Westeros' },
  validate: async (username, password) => {
    const given = Buffer.from(password)
    const wanted = Buffer.from(process.env.TYRION_PASSWORD)
    if (username !== 'Tyrion' || given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      throw new Error('Winter is coming')
    }
  },
})

fastify.decorate('authenticate', async (request, reply) => {
  try {
    await request.jwtVerify()
  } catch (error) {
    // Sent as it is, an error for an algorithm or a signature that the decoder meets becomes 500.
    reply.code(401).send({ message: error.message })
  }
})

const credentials = {
  body: {
    type: 'object',
    required: ['username', 'password'],
    properties: { username: { type: 'string' }, password: { type: 'string' } },
  },
}

fastify.post('/login', { schema: credentials }, async (request, reply) => {
  const { username, password } = request.body
  if (username !== 'arya' || password !== process.env.ARYA_PASSWORD)
    return reply.code(401).send({ message: 'Not today' })
  return { token: fastify.jwt.sign({ username }) }
})

fastify.get('/', async () => ({ hello: 'world' }))

fastify.get('/me', { onRequest: [fastify.authenticate] }, async (request) => request.user)

fastify.get('/houses/:id', { onRequest: [fastify.authenticate] }, async (request) => ({
  id: request.params.id,
  name: 'Stark',
  readAt: Date.now(),
}))

fastify.after(() => {
  fastify.get('/ravens', { onRequest: fastify.basicAuth }, async () => ({ ravens: ['dark wings', 'dark words'] }))
  fastify.get(
    '/either',
    { onRequest: fastify.auth([fastify.verifyToken ?? ((request) => request.jwtVerify()), fastify.basicAuth]) },
    async () => ({ either: true }),
  )
})

console.log(await fastify.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
