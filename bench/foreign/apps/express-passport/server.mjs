// Bearer, Basic and a session after a local login, each a strategy of Passport.
import cookieParser from 'cookie-parser'
import express from 'express'
import session from 'express-session'
import passport from 'passport'
import { BasicStrategy } from 'passport-http'
import { Strategy as BearerStrategy } from 'passport-http-bearer'
import { Strategy as LocalStrategy } from 'passport-local'

const records = [
  { id: 1, username: 'jack', token: process.env.JACK_TOKEN, password: process.env.JACK_PASSWORD, displayName: 'Jack' },
  { id: 2, username: 'jill', token: process.env.JILL_TOKEN, password: process.env.JILL_PASSWORD, displayName: 'Jill' },
]
const findBy = (key, value, done) =>
  process.nextTick(() =>
    done(
      null,
      records.find((record) => record[key] === value),
    ),
  )

passport.use(
  new BearerStrategy((token, done) => {
    findBy('token', token, (error, user) => done(error, user ?? false, { scope: 'all' }))
  }),
)
passport.use(
  new BasicStrategy((username, password, done) => {
    findBy('username', username, (error, user) => {
      if (error) return done(error)
      if (!user) return done(null, false)
      if (user.password !== password) return done(null, false)
      return done(null, user)
    })
  }),
)
passport.use(
  new LocalStrategy((username, password, done) => {
    findBy('username', username, (error, user) => {
      if (error) return done(error)
      if (!user || user.password !== password) return done(null, false, { message: 'Incorrect username or password.' })
      return done(null, user)
    })
  }),
)
passport.serializeUser((user, done) => done(null, user.id))
passport.deserializeUser((id, done) => findBy('id', id, done))

const ensureLoggedIn = (req, res, next) => (req.isAuthenticated() ? next() : res.redirect('/login'))

const app = express()
app.use(cookieParser())
app.use(express.urlencoded({ extended: false }))
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }))
app.use(passport.session())

app.get('/', (req, res) => res.send('Welcome'))

app.get('/login', (req, res) => res.type('html').send('<form method="post" action="/login"></form>'))

app.post('/login', passport.authenticate('local', { failureRedirect: '/login' }), (req, res) =>
  res.redirect('/account'),
)

app.post('/logout', (req, res, next) => {
  req.logout((error) => (error ? next(error) : res.redirect('/')))
})

app.get('/account', ensureLoggedIn, (req, res) => {
  res.type('html').send(`<h1>${req.user.displayName}</h1><p>It is ${new Date().toISOString()}</p>`)
})

app.get('/api/me', passport.authenticate('bearer', { session: false }), (req, res) => {
  res.json({ username: req.user.username, displayName: req.user.displayName })
})

app.get('/api/posts/:id', passport.authenticate('bearer', { session: false }), (req, res) => {
  res.json({ id: req.params.id, title: 'Hello', etag: Math.random().toString(36).slice(2) })
})

app.get('/basic/me', passport.authenticate('basic', { session: false }), (req, res) => {
  res.json({ id: req.user.id, username: req.user.username })
})

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`)
})
