// Recipes, public or private, with comments, and cookbooks that several people fill.
import { randomBytes, randomUUID, scryptSync, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sign, verify } from 'hono/jwt'

const { JWT_SECRET, DINA_PASSWORD, PAUL_PASSWORD, CHEF_PASSWORD } = process.env
const hash = (password, salt) => scryptSync(password, salt, 32, { N: 2048 })
const fail = (status, message) => new HTTPException(status, { message })
const isText = (value, max = 200) => typeof value === 'string' && value.trim() !== '' && value.length <= max

const users = new Map()
function addUser({ username, password, email, role = 'cook', bio = '' }) {
  const salt = randomUUID()
  const user = { username, email, role, bio, salt, passwordHash: hash(password, salt) }
  users.set(username, user)
  return user
}
addUser({ username: 'dina', password: DINA_PASSWORD, email: 'dina@recipes.example', bio: 'Soups' })
addUser({ username: 'paul', password: PAUL_PASSWORD, email: 'paul@recipes.example', bio: 'Bread' })
addUser({ username: 'chef', password: CHEF_PASSWORD, email: 'chef@recipes.example', role: 'moderator' })

const recipes = new Map()
const cookbooks = new Map()
let comments = 0
function addRecipe(
  author,
  { title, ingredients, method, visibility = 'private' },
  suffix = randomBytes(3).toString('hex'),
) {
  const slug = `${(title.toLowerCase().match(/[a-z0-9]+/g) ?? ['recipe']).join('-')}-${suffix}`
  const recipe = { slug, author, title, ingredients, method, visibility, hidden: false, comments: [] }
  recipes.set(slug, recipe)
  return recipe
}
function addComment(recipe, author, text) {
  const comment = { id: ++comments, author, text }
  recipe.comments.push(comment)
  return comment
}
function addCookbook(owner, title, slugs = [], members = [], id = randomUUID()) {
  const cookbook = { id, owner, title, members, slugs }
  cookbooks.set(id, cookbook)
  return cookbook
}
const stew = addRecipe(
  'dina',
  { title: 'Lentil Stew', ingredients: ['lentils', 'carrots'], method: 'Boil for 40 minutes.', visibility: 'public' },
  '5d10aa',
)
addRecipe('dina', { title: 'Grandma Dumplings', ingredients: ['potatoes'], method: 'The secret is nutmeg.' }, '9b27ce')
const rye = addRecipe(
  'paul',
  { title: 'Rye Bread', ingredients: ['rye', 'salt'], method: 'Let it rest for a day.', visibility: 'public' },
  '31f8d4',
)
addRecipe('paul', { title: 'House Starter', ingredients: ['rye', 'honey'], method: 'Feed it at nine.' }, 'c6e402')
addComment(stew, 'paul', 'Better with cumin.')
addComment(rye, 'dina', 'Mine was flat.')
addCookbook(
  'dina',
  'Winter',
  ['lentil-stew-5d10aa', 'grandma-dumplings-9b27ce'],
  [],
  '6f1c2a90-2f5e-4a43-8f0b-77d0a1b2c301',
)
addCookbook('paul', 'Baking', ['rye-bread-31f8d4', 'house-starter-c6e402'], [], '7a2d3ba1-306f-4b54-9a1c-88e1b2c3d402')

const ended = new Set()
const failures = new Map()

const app = new Hono()
app.onError((error, c) => {
  const status = error instanceof HTTPException ? error.status : 500
  if (status === 401) c.header('WWW-Authenticate', 'Bearer')
  return c.json({ message: status === 500 ? 'Internal error' : error.message }, status)
})
app.notFound((c) => c.json({ message: 'Not found' }, 404))
app.use(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})

const bodyOf = async (c) => {
  const body = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw fail(400, 'A JSON object is expected')
  return body
}
const me = ({ username, email, role, bio }) => ({ username, email, role, bio })

app.post('/login', async (c) => {
  const { username, password } = await bodyOf(c)
  if (!isText(username) || !isText(password)) throw fail(400, 'username and password are required')
  const failed = failures.get(username) ?? { count: 0, until: 0 }
  if (failed.count >= 10 && failed.until > Date.now()) throw fail(429, 'Too many attempts')
  const user = users.get(username)
  if (!timingSafeEqual(hash(password, user?.salt ?? 'none'), user?.passwordHash ?? Buffer.alloc(32))) {
    failures.set(username, { count: (failed.until > Date.now() ? failed.count : 0) + 1, until: Date.now() + 900_000 })
    throw fail(401, 'Wrong user name or password')
  }
  failures.delete(username)
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: username, jti: randomUUID(), iat: now, exp: now + 1800 }
  return c.json({ accessToken: await sign(claims, JWT_SECRET, 'HS256'), tokenType: 'Bearer' })
})

app.post('/signup', async (c) => {
  const { username, password, email } = await bodyOf(c)
  if (!isText(username, 40) || !/^[\w-]+$/.test(username)) throw fail(400, 'username has letters and digits')
  if (!isText(password) || password.length < 10) throw fail(400, 'password has at least 10 characters')
  if (!isText(email)) throw fail(400, 'email is required')
  if (users.has(username)) throw fail(409, 'This user name is taken')
  return c.json(me(addUser({ username, password, email })), 201)
})

app.use(async (c, next) => {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const claims = token && (await verify(token, JWT_SECRET, 'HS256').catch(() => null))
  const user = claims && !ended.has(claims.jti) && users.get(claims.sub)
  if (!user) throw fail(401, 'Unauthorized')
  c.set('user', user)
  c.set('claims', claims)
  return next()
})

app.post('/logout', (c) => {
  ended.add(c.get('claims').jti)
  return c.body(null, 204)
})

app.get('/users/me', (c) => c.json(me(c.get('user'))))

app.patch('/users/me', async (c) => {
  const { email, bio } = await bodyOf(c)
  const user = c.get('user')
  if (email !== undefined && !isText(email)) throw fail(400, 'email is a text')
  if (bio !== undefined && typeof bio !== 'string') throw fail(400, 'bio is a text')
  Object.assign(user, { email: email ?? user.email, bio: bio ?? user.bio })
  return c.json(me(user))
})

const mayRead = (recipe, user) =>
  recipe.author === user.username || (recipe.visibility === 'public' && !recipe.hidden) || user.role === 'moderator'
const card = ({ slug, author, title, visibility }) => ({ slug, author, title, visibility })
const view = ({ author, ...recipe }) => ({ ...recipe, author: { username: author, bio: users.get(author).bio } })

app.get('/recipes', (c) => {
  const q = (c.req.query('q') ?? '').toLowerCase()
  const author = c.req.query('author')
  const limit = Math.min(100, Math.max(1, Number(c.req.query('limit')) || 50))
  const found = [...recipes.values()]
    .filter((recipe) => mayRead(recipe, c.get('user')))
    .filter((recipe) => author === undefined || recipe.author === author)
    .filter((recipe) => `${recipe.title} ${recipe.ingredients}`.toLowerCase().includes(q))
  return c.json({ recipes: found.slice(0, limit).map(card), total: found.length })
})

function readRecipe({ title, ingredients, method, visibility = 'private' }) {
  if (!isText(title, 100) || !isText(method, 5000)) throw fail(400, 'title and method are required')
  if (!Array.isArray(ingredients) || !ingredients.every((one) => isText(one))) throw fail(400, 'ingredients are texts')
  if (!['public', 'private'].includes(visibility)) throw fail(400, 'visibility is public or private')
  return { title, ingredients, method, visibility }
}
app.post('/recipes', async (c) => {
  const recipe = addRecipe(c.get('user').username, readRecipe(await bodyOf(c)))
  return c.json(view(recipe), 201)
})

function visible(c) {
  const recipe = recipes.get(c.req.param('slug'))
  if (!recipe || !mayRead(recipe, c.get('user'))) throw fail(404, 'Not found')
  return recipe
}
function own(c) {
  const recipe = visible(c)
  if (recipe.author !== c.get('user').username) throw fail(403, 'This is the recipe of another cook')
  return recipe
}
app.get('/recipes/:slug', (c) => {
  const recipe = visible(c)
  return c.json(view(recipe))
})

app.put('/recipes/:slug', async (c) => {
  const recipe = own(c)
  Object.assign(recipe, readRecipe(await bodyOf(c)))
  if (recipe.visibility === 'private') leave(recipe)
  return c.json(view(recipe))
})

app.delete('/recipes/:slug', (c) => {
  const recipe = own(c)
  recipes.delete(recipe.slug)
  for (const cookbook of cookbooks.values()) cookbook.slugs = cookbook.slugs.filter((slug) => slug !== recipe.slug)
  return c.body(null, 204)
})

app.post('/recipes/:slug/comments', async (c) => {
  const recipe = visible(c)
  const { text } = await bodyOf(c)
  if (!isText(text, 1000)) throw fail(400, 'text is required')
  return c.json(addComment(recipe, c.get('user').username, text), 201)
})

// Who wrote the recipe keeps order below it: any comment goes, not just the own one.
app.delete('/recipes/:slug/comments/:commentId', (c) => {
  const recipe = visible(c)
  const { username, role } = c.get('user')
  const comment = recipe.comments.find((one) => one.id === Number(c.req.param('commentId')))
  if (!comment) throw fail(404, 'Not found')
  if (comment.author !== username && recipe.author !== username && role !== 'moderator')
    throw fail(403, 'This is the comment of another cook')
  recipe.comments.splice(recipe.comments.indexOf(comment), 1)
  return c.body(null, 204)
})

const isIn = (cookbook, user) => cookbook.owner === user.username || cookbook.members.includes(user.username)
function cookbookOf(c) {
  const cookbook = cookbooks.get(c.req.param('id'))
  if (!cookbook || !isIn(cookbook, c.get('user'))) throw fail(404, 'Not found')
  return cookbook
}
// A recipe that its author puts into a cookbook is shared with the members, private or not.
const full = (cookbook) => ({
  id: cookbook.id,
  title: cookbook.title,
  owner: cookbook.owner,
  members: cookbook.members,
  recipes: cookbook.slugs.map((slug) => {
    const { author, title, ingredients, method } = recipes.get(slug)
    return { slug, author, title, ingredients, method }
  }),
})
// What is not public any more is in the cookbooks of its author alone.
function leave({ slug, author }) {
  for (const cookbook of cookbooks.values())
    if (cookbook.owner !== author) cookbook.slugs = cookbook.slugs.filter((one) => one !== slug)
}
app.get('/cookbooks', (c) => {
  const mine = [...cookbooks.values()].filter((cookbook) => isIn(cookbook, c.get('user')))
  return c.json(mine.map(({ id, title, owner, members }) => ({ id, title, owner, members })))
})

app.post('/cookbooks', async (c) => {
  const { title } = await bodyOf(c)
  if (!isText(title, 100)) throw fail(400, 'title is required')
  return c.json(full(addCookbook(c.get('user').username, title)), 201)
})

app.get('/cookbooks/:id', (c) => c.json(full(cookbookOf(c))))

app.put('/cookbooks/:id/recipes/:slug', (c) => {
  const cookbook = cookbookOf(c)
  const { slug } = visible(c)
  cookbook.slugs = [...new Set([...cookbook.slugs, slug])]
  return c.json(full(cookbook))
})

app.post('/cookbooks/:id/members', async (c) => {
  const cookbook = cookbookOf(c)
  if (cookbook.owner !== c.get('user').username) throw fail(403, 'Only the owner invites')
  const { username } = await bodyOf(c)
  if (!users.has(username)) throw fail(422, 'This cook is not known')
  cookbook.members = [...new Set([...cookbook.members, username])]
  return c.json({ members: cookbook.members })
})

app.post('/moderation/recipes/:slug/hide', (c) => {
  if (c.get('user').role !== 'moderator') throw fail(403, 'For moderators')
  const recipe = recipes.get(c.req.param('slug'))
  if (!recipe) throw fail(404, 'Not found')
  recipe.hidden = true
  leave(recipe)
  return c.json({ slug: recipe.slug, hidden: true })
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, (info) => {
  console.log(`http://127.0.0.1:${info.port}`)
})
