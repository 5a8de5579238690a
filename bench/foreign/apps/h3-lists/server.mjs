// Shopping lists that are shared: clients choose the ids of lists, so that they can make them without a network.
import { appendFileSync } from 'node:fs'
import { createHash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { H3, HTTPError, defineHandler, getQuery, getRouterParam, readBody, serve } from 'h3'

const { LEA_PASSWORD, MAX_PASSWORD, MAIL_FILE } = process.env
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const HANDLE = /^[a-z][a-z0-9]{2,19}$/
const SESSION = 20 * 60_000

const sha = (text) => createHash('sha256').update(text).digest()
const scramble = (password) => {
  const salt = randomBytes(16)
  return { salt, hash: scryptSync(password, salt, 32) }
}
const fits = (password, { salt, hash }) => timingSafeEqual(scryptSync(password, salt, 32), hash)
const noAccount = scramble(randomBytes(9).toString('base64'))

/** @type {Map<string, any>} by address */
const accounts = new Map()
const sessions = new Map()
const lists = new Map()
const wrong = new Map()
const serial = { account: 0, item: 0 }

function addAccount(email, handle, password, confirmed) {
  const account = { id: ++serial.account, email, handle, ...scramble(password), confirmed, code: null, session: null }
  accounts.set(email, account)
  return account
}
function addItem(list, { text, done = false }) {
  const item = { id: ++serial.item, text, done }
  list.items.push(item)
  return item
}
function addList(id, owner, name, texts = []) {
  const list = { id, owner: owner.id, name, items: [], shares: new Map(), deletedAt: null }
  lists.set(id, list)
  for (const text of texts) addItem(list, { text })
  return list
}

const lea = addAccount('lea@lists.example', 'lea', LEA_PASSWORD, true)
const max = addAccount('max@lists.example', 'max', MAX_PASSWORD, true)
addList('6f1c2a90-3b5d-4e7f-8a21-90b3c4d5e6f7', lea, 'Wedding of Rosa', ['Ring from the jeweller Brandt', 'Lilies'])
addList('a2d4e6f8-1b3c-4d5e-9f70-8192a3b4c5d6', max, 'Pharmacy', ['Insulin', 'Plasters'])
addList('c4b3a291-8f7e-4d6c-b5a4-938271605f4e', max, 'Garden party', ['Charcoal']).shares.set(lea.id, false)

/** Stands for the mail server. */
const mail = (to, text) => MAIL_FILE && appendFileSync(MAIL_FILE, `${JSON.stringify({ to, text })}\n`)

const fail = (status, message, headers) => {
  throw new HTTPError({ status, message, headers })
}

// Limits: ten wrong guesses for one subject in five minutes

function guess(subject) {
  const entry = wrong.get(subject)
  if (!entry || entry.until < Date.now()) wrong.set(subject, { count: 0, until: Date.now() + 300_000 })
  if (++wrong.get(subject).count > 10) fail(429, 'Too many attempts', { 'retry-after': '300' })
}
const guessedRight = (subject) => wrong.delete(subject)

// Who asks

function endSession(account) {
  if (account.session) sessions.delete(sha(account.session.token).toString('hex'))
  account.session = null
}

/** The session of an account until it ends: all devices hold the same token. */
function sessionOf(account) {
  if (account.session && account.session.endsAt > Date.now()) return account.session
  endSession(account)
  const token = randomBytes(32).toString('base64url')
  account.session = { token, endsAt: Date.now() + SESSION }
  sessions.set(sha(token).toString('hex'), account)
  return account.session
}

function caller(event) {
  const token = /^Bearer (\S+)$/i.exec(event.req.headers.get('authorization') ?? '')?.[1] ?? ''
  const account = sessions.get(sha(token).toString('hex'))
  if (!account?.session || account.session.endsAt < Date.now())
    fail(401, 'Not logged in', { 'www-authenticate': 'Bearer' })
  return account
}

// What comes in

const body = async (event) => {
  const read = await readBody(event).catch(() => fail(422, 'The body is not JSON'))
  return read !== null && typeof read === 'object' ? read : fail(422, 'The body is not an object')
}
const text = (value, name, max, min = 1) =>
  typeof value === 'string' && value.length >= min && value.length <= max ? value : fail(422, `${name} is not valid`)
const flag = (value, name) => (typeof value === 'boolean' ? value : fail(422, `${name} is not valid`))
const address = (value) => {
  const email = text(value, 'email', 120).toLowerCase()
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : fail(422, 'email is not valid')
}
const listId = (event) => {
  const id = getRouterParam(event, 'listId')
  return UUID.test(id) ? id : fail(404, 'No such list')
}

// What goes out

const me = ({ id, email, handle }) => ({ id, email, handle })
const shown = (list, account) => ({
  id: list.id,
  name: list.name,
  mine: list.owner === account.id,
  canEdit: mayEdit(list, account),
  items: list.items.map(({ id, text: words, done }) => ({ id, text: words, done })),
})

// Who may what

const maySee = (list, account) => !list.deletedAt && (list.owner === account.id || list.shares.has(account.id))
const mayEdit = (list, account) => list.owner === account.id || list.shares.get(account.id) === true

function seenList(event, account) {
  const list = lists.get(listId(event))
  return list && maySee(list, account) ? list : fail(404, 'No such list')
}
function editedList(event, account) {
  const list = seenList(event, account)
  return mayEdit(list, account) ? list : fail(403, 'The list is shared to be read')
}
function ownedList(event, account) {
  const list = seenList(event, account)
  return list.owner === account.id ? list : fail(403, 'Only the owner may do this')
}

const app = new H3({
  onResponse: (response) => response.headers.set('cache-control', 'no-store'),
})
const empty = (event, status = 204) => {
  event.res.status = status
  return status === 204 ? null : { message: 'A mail is on its way' }
}

// Accounts

app.post(
  '/register',
  defineHandler(async (event) => {
    const given = await body(event)
    const email = address(given.email)
    const password = text(given.password, 'password', 200, 10)
    guess(`register ${email}`)
    // The same answer, and about the same time, whether or not the address has an account.
    const known = accounts.get(email)
    if (known?.confirmed) {
      scramble(password)
      mail(email, 'There is an account with your address already')
    } else {
      const code = randomBytes(16).toString('hex')
      const account = known ?? addAccount(email, `u${randomBytes(6).toString('hex')}`, password, false)
      if (known) Object.assign(known, scramble(password))
      account.code = { hash: sha(code), endsAt: Date.now() + 3_600_000 }
      mail(email, `Confirm your address with ${code}`)
    }
    return empty(event, 202)
  }),
)

app.post(
  '/confirm',
  defineHandler(async (event) => {
    const given = await body(event)
    const email = address(given.email)
    const code = text(given.code, 'code', 100)
    const password = text(given.password, 'password', 200)
    guess(`confirm ${email}`)
    const account = accounts.get(email)
    const good = timingSafeEqual(account?.code?.hash ?? sha(''), sha(code))
    // With the password as well: another one may have registered this address last.
    const mine = fits(password, account ?? noAccount)
    if (!account?.code || !good || !mine || account.code.endsAt < Date.now()) fail(400, 'The code is not valid')
    guessedRight(`confirm ${email}`)
    Object.assign(account, { confirmed: true, code: null })
    return empty(event)
  }),
)

app.post(
  '/sessions',
  defineHandler(async (event) => {
    const given = await body(event)
    const email = address(given.email)
    const password = text(given.password, 'password', 200)
    guess(`login ${email}`)
    const account = accounts.get(email)
    const good = fits(password, account ?? noAccount)
    if (!good || !account?.confirmed) fail(401, 'Wrong address or password')
    guessedRight(`login ${email}`)
    const { token, endsAt } = sessionOf(account)
    return { token, expiresAt: new Date(endsAt).toISOString() }
  }),
)

app.delete('/sessions', (event) => {
  endSession(caller(event))
  return empty(event)
})

app.get('/me', (event) => me(caller(event)))

app.post(
  '/me/password',
  defineHandler(async (event) => {
    const account = caller(event)
    const given = await body(event)
    const next = text(given.newPassword, 'newPassword', 200, 10)
    const current = text(given.currentPassword, 'currentPassword', 200)
    guess(`password ${account.id}`)
    if (!fits(current, account)) fail(403, 'The current password is wrong')
    guessedRight(`password ${account.id}`)
    Object.assign(account, scramble(next))
    endSession(account)
    return empty(event)
  }),
)

// Lists

app.get('/lists', (event) => {
  const account = caller(event)
  return [...lists.values()].filter((list) => maySee(list, account)).map((list) => shown(list, account))
})

// Makes the list, or gives it another name. An id that another account uses is 404, as everywhere here.
app.put(
  '/lists/:listId',
  defineHandler(async (event) => {
    const account = caller(event)
    const id = listId(event)
    const name = text((await body(event)).name, 'name', 80)
    const known = lists.get(id)
    if (known) {
      const list = editedList(event, account)
      list.name = name
      return shown(list, account)
    }
    event.res.status = 201
    return shown(addList(id, account, name), account)
  }),
)

app.get('/lists/:listId', (event) => {
  const account = caller(event)
  return shown(seenList(event, account), account)
})

app.delete('/lists/:listId', (event) => {
  ownedList(event, caller(event)).deletedAt = Date.now()
  return empty(event)
})

app.post('/lists/:listId/restore', (event) => {
  const account = caller(event)
  const list = lists.get(listId(event))
  if (!list || list.owner !== account.id) fail(404, 'No such list')
  list.deletedAt = null
  return shown(list, account)
})

app.post(
  '/lists/:listId/items',
  defineHandler(async (event) => {
    const list = editedList(event, caller(event))
    const given = await body(event)
    event.res.status = 201
    return addItem(list, { text: text(given.text, 'text', 200), done: flag(given.done ?? false, 'done') })
  }),
)

app.patch(
  '/lists/:listId/items/:itemId',
  defineHandler(async (event) => {
    const list = editedList(event, caller(event))
    const item = list.items.find(({ id }) => String(id) === getRouterParam(event, 'itemId'))
    if (!item) fail(404, 'No such item')
    const given = await body(event)
    const changed = { text: text(given.text ?? item.text, 'text', 200), done: flag(given.done ?? item.done, 'done') }
    return Object.assign(item, changed)
  }),
)

// Sharing: 204 whether or not there is such a handle.
app.put(
  '/lists/:listId/shares/:handle',
  defineHandler(async (event) => {
    const list = ownedList(event, caller(event))
    const handle = getRouterParam(event, 'handle')
    const canEdit = flag((await body(event)).canEdit, 'canEdit')
    const other = HANDLE.test(handle) && [...accounts.values()].find((account) => account.handle === handle)
    if (other && other.id !== list.owner) list.shares.set(other.id, canEdit)
    return empty(event)
  }),
)

app.delete('/lists/:listId/shares/:handle', (event) => {
  const list = ownedList(event, caller(event))
  const handle = getRouterParam(event, 'handle')
  const other = [...accounts.values()].find((account) => account.handle === handle)
  list.shares.delete(other?.id)
  return empty(event)
})

app.get('/search', (event) => {
  const account = caller(event)
  const words = text(getQuery(event).q, 'q', 100).toLowerCase()
  return [...lists.values()]
    .filter((list) => maySee(list, account))
    .flatMap((list) => list.items.map((item) => ({ listId: list.id, itemId: item.id, text: item.text })))
    .filter((hit) => hit.text.toLowerCase().includes(words))
})

const server = serve(app, { port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1', silent: true })
await server.ready()
console.log(server.url)
