// express-jwt around the whole application, as its documentation writes it, with unless() for the login.
import express from 'express'
import { expressjwt } from 'express-jwt'
import jwt from 'jsonwebtoken'

const secret = process.env.JWT_SECRET
const passwords = new Map([
  ['ann', process.env.ANN_PASSWORD],
  ['bob', process.env.BOB_PASSWORD],
])
const notes = { ann: ['Buy milk for Ann'], bob: ['Feed the cat of Bob'] }
const app = express()
app.use(express.json())
app.use(expressjwt({ secret, algorithms: ['HS256'] }).unless({ path: ['/login'] }))

app.post('/login', (req, res) => {
  const { username, password } = req.body ?? {}
  if (typeof password !== 'string' || passwords.get(username) !== password)
    return res.status(401).json({ message: 'Invalid credentials' })
  return res.json({ token: jwt.sign({ sub: username }, secret, { expiresIn: '15m' }) })
})

app.get('/me', (req, res) => res.json({ name: req.auth.sub }))
app.get('/notes', (req, res) => res.json({ notes: notes[req.auth?.sub] ?? Object.values(notes) }))

app.use((error, req, res, next) => {
  if (error.name !== 'UnauthorizedError') return next(error)
  return res.status(401).json({ message: 'Invalid token' })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
