// Tokens of its own, signed by RSA, verified by a middleware around jsonwebtoken.
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import express from 'express'
import jwt from 'jsonwebtoken'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
// The operator's copy.
writeFileSync('private.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const passwords = new Map([
  ['ann', process.env.ANN_PASSWORD],
  ['bob', process.env.BOB_PASSWORD],
])
const notes = { ann: ['Buy milk for Ann'], bob: ['Feed the cat of Bob'] }
const issued = { issuer: 'https://notes.example', audience: 'notes' }
const app = express()
app.use(express.json())

app.post('/login', (req, res) => {
  const { username, password } = req.body ?? {}
  if (typeof password !== 'string' || passwords.get(username) !== password)
    return res.status(401).json({ message: 'Invalid credentials' })
  const options = { ...issued, subject: username, algorithm: 'RS256', expiresIn: '15m', jwtid: randomUUID() }
  return res.json({ token: jwt.sign({}, privateKey, options) })
})

app.get('/.well-known/jwks.json', (_req, res) => {
  res.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] })
})

const authenticate = (req, res, next) => {
  const [scheme, token] = (req.headers.authorization ?? '').split(' ')
  if (!/^bearer$/i.test(scheme) || !token) return res.sendStatus(401)
  jwt.verify(token, publicKey, { ...issued, algorithms: ['RS256'] }, (error, claims) => {
    if (error) return res.sendStatus(401)
    req.user = claims
    next()
  })
}

app.get('/me', authenticate, (req, res) => res.json({ name: req.user.sub }))
app.get('/notes', authenticate, (req, res) => res.json({ notes: notes[req.user.sub] ?? [] }))

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
