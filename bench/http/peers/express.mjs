// Express 5 with Passport.
import cors from 'cors'
import express from 'express'
import { auth } from 'express-oauth2-jwt-bearer'
import session from 'express-session'
import passport from 'passport'
import { BasicStrategy } from 'passport-http'
import { Strategy as BearerStrategy } from 'passport-http-bearer'
import * as C from './common.mjs'

passport.use(new BearerStrategy((token, done) => done(null, C.isToken(token) ? { token } : false)))
passport.use(
  new BasicStrategy((user, password, done) => done(null, C.isUser(user, password) ? { token: user } : false)),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
const stateless = [passport.initialize()]
const stateful = [
  session({ secret: C.SECRET, resave: false, saveUninitialized: false, name: 'sid' }),
  passport.initialize(),
  passport.session(),
]
const bearer = [...stateless, passport.authenticate('bearer', { session: false })]
const keyFrom = (read) => (req, res, next) => {
  const key = read(req)
  if (!C.isKey(key)) return res.status(401).json({ detail: 'Unauthorized' })
  req.user = { token: key }
  return next()
}
const header = (req) => req.get('x-api-key')
const query = (req) => req.query.key
const answer = (req, res) => res.json(req.user)

if (C.EXTRA === 'cors') app.use(cors({ origin: [C.PAGE] }))
if (C.EXTRA === 'jwt') app.get('/jwks', (_req, res) => res.json(C.jwks()))
for (const tokenSigningAlg of Object.keys(C.KEYS)) {
  const jwksUri = `http://${C.HOST}:${C.PORT}/jwks`
  const check = auth({ issuer: C.ISSUER, audience: C.ISSUER, jwksUri, tokenSigningAlg })
  app.get(`/jwt/${tokenSigningAlg}`, check, (req, res) => res.json({ token: req.auth.payload.sub }))
}
app.get('/open', (_req, res) => res.json({ ok: true, hello: 'world' }))
app.get('/bearer', bearer, answer)
app.get('/header', keyFrom(header), answer)
app.get('/query', keyFrom(query), answer)
app.get(
  '/cookie',
  keyFrom((req) => C.readCookie(req.headers.cookie, 'key')),
  answer,
)
app.get('/basic', stateless, passport.authenticate('basic', { session: false }), answer)
app.get(
  '/list',
  keyFrom((req) => query(req) ?? header(req)),
  answer,
)
app.get('/login', stateful, (req, res, next) =>
  req.logIn({ token: C.USER }, (error) => (error ? next(error) : res.json({ ok: true }))),
)
app.get(
  '/session',
  stateful,
  (req, res, next) => (req.isAuthenticated() ? next() : res.status(401).json({ detail: 'Unauthorized' })),
  answer,
)
app.get('/check', bearer, (_req, res) => res.status(403).json({ detail: 'Forbidden' }))
app.post('/body', bearer, express.json(), (req, res) =>
  typeof req.body?.name === 'string' && typeof req.body?.count === 'number'
    ? res.json(req.body)
    : res.status(422).json({ detail: 'Invalid' }),
)
app.get('/1k', (_req, res) => res.json(C.SMALL))
app.get('/64k', (_req, res) => res.json(C.LARGE))
for (let at = 0; at < 20; at++) {
  const folder = `/api/g${at}`
  const router = express.Router()
  router.use(bearer)
  for (const { path, hasId, name } of C.TABLE.filter((one) => one.folder === folder))
    router.get(`${path}${hasId ? '/:id' : ''}`, (req, res) => res.json({ name, id: req.params.id }))
  app.use(folder, router)
}

app.listen(C.PORT, C.HOST)
