// Invoices of small businesses. A business may name an accountant, who reads its invoices; customers get a link.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'

const { GUS_PASSWORD, IRIS_PASSWORD, THEO_PASSWORD } = process.env
const hash = (password, salt) => scryptSync(password, salt, 32, { N: 2048 })
const random = (bytes = 18) => randomBytes(bytes).toString('base64url')

const users = new Map()
function addUser(username, password, company, iban, accountant) {
  const salt = random()
  const email = `${username}@billing.example`
  users.set(username, { username, company, email, iban, accountant, salt, passwordHash: hash(password, salt) })
}
addUser('gus', GUS_PASSWORD, 'Gus Metal Works', 'DE02120300000000202051', 'theo')
addUser('iris', IRIS_PASSWORD, 'Iris Photography', 'DE02500105170137075030', null)
addUser('theo', THEO_PASSWORD, 'Theo Tax Advice', 'DE02100500000054540402', null)

const customers = []
function addCustomer(owner, { name, email, address, discount }, suffix = randomBytes(3).toString('hex')) {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['customer']
  const customer = { slug: `${words.join('-')}-${suffix}`, owner, name, email, address, discount: discount ?? 0 }
  customers.push(customer)
  return customer
}
const invoices = []
const links = new Map()
function addInvoice(owner, customer, lines, note = '', status = 'draft') {
  const invoice = {
    number: 1001 + invoices.length,
    owner,
    customer: customer.slug,
    billTo: `${customer.name}, ${customer.address}`,
    lines,
    total: lines.reduce((sum, line) => sum + line.amount, 0),
    status,
    note,
    linkToken: null,
  }
  invoices.push(invoice)
  return invoice
}
const bakery = addCustomer('gus', { name: 'Rye Bakery', email: 'rye@bakery.example', address: 'Mill Lane 3' }, '4c1f9a')
const garage = addCustomer(
  'gus',
  { name: 'Moss Garage', email: 'moss@garage.example', address: 'Ring Road 40' },
  'b80d26',
)
const bride = addCustomer(
  'iris',
  { name: 'Clara Voss', email: 'clara@voss.example', address: 'Lake Street 9' },
  '7e35d1',
)
addInvoice('gus', bakery, [{ text: 'Oven door', amount: 48000 }], 'Pays late', 'sent')
addInvoice('iris', bride, [{ text: 'Wedding, one day', amount: 120000 }], 'Wants a rebate next time', 'sent')
addInvoice('gus', garage, [{ text: 'Gate, welded', amount: 91000 }], 'Ask for a deposit')
addInvoice('iris', bride, [{ text: 'Album', amount: 24000 }], 'Print at the shop of Jo')

const sessions = new Map()
const failures = new Map()
const LIFE = 4 * 3_600_000

function openSession(ctx, username = null) {
  const id = random(24)
  const session = { id, username, csrf: random(), until: Date.now() + LIFE }
  sessions.set(id, session)
  ctx.cookies.set('billing_sid', id, { httpOnly: true, sameSite: 'lax', overwrite: true })
  return session
}

const isText = (value, max = 300) => typeof value === 'string' && value.trim() !== '' && value.length <= max
const optional = (value, max) => value === undefined || isText(value, max)
const readLines = (ctx, value) => {
  const good =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 50 &&
    value.every((line) => isText(line?.text) && Number.isInteger(line.amount) && Math.abs(line.amount) < 100_000_000)
  ctx.assert(good, 422, 'lines need a text and an amount in cents each')
  return value.map(({ text, amount }) => ({ text, amount }))
}

const app = new Koa()
app.use(async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  try {
    await next()
    if (ctx.status === 404 && ctx.body == null) ctx.throw(404, 'Not found')
  } catch (error) {
    ctx.status = error.status ?? 500
    ctx.body = { error: error.expose || ctx.status < 500 ? error.message : 'Internal error' }
  }
})
app.use(bodyParser({ enableTypes: ['json', 'form'] }))
app.use(async (ctx, next) => {
  const session = sessions.get(ctx.cookies.get('billing_sid') ?? '')
  if (session && session.until > Date.now()) ctx.state.session = session
  const user = users.get(ctx.state.session?.username)
  if (user) ctx.state.user = user
  await next()
})
app.use(async (ctx, next) => {
  if (ctx.path !== '/csrf' && ctx.path !== '/login' && !ctx.path.startsWith('/pay/'))
    ctx.assert(ctx.state.user, 401, 'Please log in')
  await next()
})
app.use(async (ctx, next) => {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(ctx.method)) {
    const given = ctx.get('X-CSRF-Token') || ctx.request.body?._csrf
    ctx.assert(ctx.state.session && given === ctx.state.session.csrf, 403, 'The CSRF token is missing or wrong')
  }
  await next()
})

const router = new Router()

router.get('/csrf', (ctx) => {
  const session = ctx.state.session ?? openSession(ctx)
  ctx.body = { csrfToken: session.csrf }
})

router.post('/login', (ctx) => {
  const { username, password } = ctx.request.body
  ctx.assert(isText(username) && isText(password), 422, 'username and password are required')
  const failed = failures.get(username) ?? { count: 0, until: 0 }
  ctx.assert(failed.count < 10 || failed.until < Date.now(), 429, 'Too many attempts')
  const user = users.get(username)
  if (!timingSafeEqual(hash(password, user?.salt ?? 'none'), user?.passwordHash ?? Buffer.alloc(32))) {
    failures.set(username, { count: (failed.until > Date.now() ? failed.count : 0) + 1, until: Date.now() + 900_000 })
    ctx.throw(401, 'User name or password is wrong')
  }
  failures.delete(username)
  sessions.delete(ctx.state.session.id)
  const { csrf } = openSession(ctx, username)
  ctx.body = { username, csrfToken: csrf }
})

router.post('/logout', (ctx) => {
  sessions.delete(ctx.state.session.id)
  ctx.cookies.set('billing_sid', null)
  ctx.status = 204
})

const account = ({ username, company, email, iban, accountant }) => ({ username, company, email, iban, accountant })
router.get('/me', (ctx) => {
  ctx.body = account(ctx.state.user)
})

router.patch('/me', (ctx) => {
  const { company, email, iban, accountant } = ctx.request.body
  ctx.assert(
    [company, email, iban].every((value) => optional(value)),
    422,
    'company, email and iban are texts',
  )
  ctx.assert(accountant === null || optional(accountant, 60), 422, 'accountant is a user name')
  const user = ctx.state.user
  Object.assign(user, {
    company: company ?? user.company,
    email: email ?? user.email,
    iban: iban ?? user.iban,
    accountant: accountant === undefined ? user.accountant : accountant,
  })
  ctx.body = account(user)
})

router.put('/me/password', (ctx) => {
  const { oldPassword, newPassword } = ctx.request.body
  const user = ctx.state.user
  ctx.assert(isText(oldPassword) && isText(newPassword, 200), 422, 'oldPassword and newPassword are required')
  ctx.assert(newPassword.length >= 12, 422, 'newPassword is too short')
  const key = `password of ${user.username}`
  const failed = failures.get(key) ?? { count: 0, until: 0 }
  ctx.assert(failed.count < 5 || failed.until < Date.now(), 429, 'Too many attempts')
  if (!timingSafeEqual(hash(oldPassword, user.salt), user.passwordHash)) {
    failures.set(key, { count: failed.count + 1, until: Date.now() + 900_000 })
    ctx.throw(403, 'The old password is wrong')
  }
  failures.delete(key)
  user.passwordHash = hash(newPassword, user.salt)
  for (const [id, session] of sessions)
    if (session.username === user.username && id !== ctx.state.session.id) sessions.delete(id)
  ctx.status = 204
})

const ownCustomer = (ctx, slug) => customers.find((one) => one.slug === slug && one.owner === ctx.state.user.username)
const customerView = ({ owner, ...customer }) => customer
router.get('/customers', (ctx) => {
  const q = String(ctx.query.q ?? '').toLowerCase()
  const mine = customers.filter((one) => one.owner === ctx.state.user.username)
  ctx.body = mine.filter((one) => `${one.name} ${one.email}`.toLowerCase().includes(q)).map(customerView)
})

router.post('/customers', (ctx) => {
  const { name, email, address, discount } = ctx.request.body
  ctx.assert(isText(name, 80) && isText(email) && isText(address), 422, 'name, email and address are required')
  ctx.assert(
    discount === undefined || (Number.isInteger(discount) && discount >= 0 && discount <= 50),
    422,
    'discount is 0 to 50',
  )
  ctx.status = 201
  ctx.body = customerView(addCustomer(ctx.state.user.username, { name, email, address, discount }))
})

router.get('/customers/:slug', (ctx) => {
  const customer = ownCustomer(ctx, ctx.params.slug)
  ctx.assert(customer, 404, 'Not found')
  ctx.body = customerView(customer)
})

// Done twice it is the same; what is not yours is not touched. Invoices keep the address that they were made with.
router.delete('/customers/:slug', (ctx) => {
  const customer = ownCustomer(ctx, ctx.params.slug)
  if (customer) customers.splice(customers.indexOf(customer), 1)
  ctx.status = 204
})

const mayRead = (invoice, user) =>
  invoice.owner === user.username || users.get(invoice.owner).accountant === user.username
const view = ({ linkToken, ...invoice }) => invoice
router.get('/invoices', (ctx) => {
  const { q = '', status } = ctx.query
  const page = Math.max(1, Number(ctx.query.page) || 1)
  const found = invoices
    .filter((invoice) => mayRead(invoice, ctx.state.user))
    .filter((invoice) => !status || invoice.status === status)
    .filter((invoice) => invoice.billTo.toLowerCase().includes(String(q).toLowerCase()))
  ctx.body = { total: found.length, page, invoices: found.slice((page - 1) * 25, page * 25).map(view) }
})

router.post('/invoices', (ctx) => {
  const { customer: slug, lines, note } = ctx.request.body
  ctx.assert(isText(slug), 422, 'customer is required')
  ctx.assert(optional(note, 1000), 422, 'note is a text')
  const customer = ownCustomer(ctx, slug)
  ctx.assert(customer, 422, 'This customer is not known')
  ctx.status = 201
  ctx.body = view(addInvoice(ctx.state.user.username, customer, readLines(ctx, lines), note))
})

const byNumber = (ctx) => invoices.find((one) => one.number === Number(ctx.params.number))
function ownInvoice(ctx) {
  const invoice = byNumber(ctx)
  ctx.assert(invoice && mayRead(invoice, ctx.state.user), 404, 'Not found')
  ctx.assert(invoice.owner === ctx.state.user.username, 403, 'Accountants only read')
  return invoice
}
router.get('/invoices/:number', (ctx) => {
  const invoice = byNumber(ctx)
  ctx.assert(invoice && mayRead(invoice, ctx.state.user), 404, 'Not found')
  ctx.body = view(invoice)
})

router.patch('/invoices/:number', (ctx) => {
  const invoice = ownInvoice(ctx)
  const { lines, note, status } = ctx.request.body
  ctx.assert(optional(note, 1000), 422, 'note is a text')
  ctx.assert(status === undefined || status === 'sent', 422, 'status can be set to sent')
  ctx.assert(lines === undefined || invoice.status === 'draft', 409, 'A sent invoice keeps its lines')
  const changes = { note: note ?? invoice.note, status: status ?? invoice.status }
  if (lines !== undefined) {
    changes.lines = readLines(ctx, lines)
    changes.total = changes.lines.reduce((sum, line) => sum + line.amount, 0)
  }
  Object.assign(invoice, changes)
  ctx.body = view(invoice)
})

router.post('/invoices/:number/link', (ctx) => {
  const invoice = ownInvoice(ctx)
  if (invoice.linkToken) links.delete(invoice.linkToken)
  invoice.linkToken = random(24)
  links.set(invoice.linkToken, invoice.number)
  ctx.status = 201
  ctx.body = { token: invoice.linkToken, path: `/pay/${invoice.linkToken}` }
})

router.delete('/invoices/:number/link', (ctx) => {
  const invoice = ownInvoice(ctx)
  links.delete(invoice.linkToken)
  invoice.linkToken = null
  ctx.status = 204
})

router.get('/pay/:token', (ctx) => {
  const invoice = invoices.find((one) => one.number === links.get(ctx.params.token))
  ctx.assert(invoice, 404, 'Not found')
  const { company, iban } = users.get(invoice.owner)
  const { number, billTo, lines, total, status } = invoice
  ctx.body = { number, billTo, lines, total, status, payTo: { company, iban } }
})

const cell = (value) =>
  `"${String(value)
    .replaceAll('"', '""')
    .replace(/^[=+\-@]/, "'$&")}"`
router.get('/export/invoices', (ctx) => {
  const rows = invoices.filter((invoice) => mayRead(invoice, ctx.state.user))
  ctx.type = 'text/csv'
  ctx.attachment('invoices.csv')
  ctx.body = ['number,customer,total,status,note']
    .concat(rows.map((one) => [one.number, one.billTo, one.total, one.status, one.note].map(cell).join(',')))
    .join('\r\n')
})

app.use(router.routes())

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
