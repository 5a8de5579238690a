// Albums of photos: their owner shows them to guests, or by a link to everybody who has it.
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import Fastify from 'fastify'

const { TILDA_PASSWORD, JORIS_PASSWORD } = process.env
const derive = promisify(scrypt)
const sha = (text) => createHash('sha256').update(text).digest('base64url')
const newId = (kind) => `${kind}_${randomBytes(9).toString('hex').slice(0, 16)}`

const accounts = new Map() // by handle
const tokens = new Map() // digest: { handle, until }
const albums = new Map()
const photos = new Map()
const failures = new Map()

async function addAccount(handle, password, displayName, plan = 'free') {
  const salt = randomBytes(16)
  const account = {
    handle,
    displayName,
    bio: '',
    plan,
    storageLimitMb: plan === 'free' ? 500 : 50_000,
    salt,
    key: await derive(password, salt, 32),
  }
  accounts.set(handle, account)
  return account
}

function addAlbum(owner, { title, description = '' }) {
  const album = {
    id: newId('alb'),
    owner,
    title,
    description,
    coverPhotoId: null,
    guests: new Map(),
    links: [],
    createdAt: Date.now(),
  }
  albums.set(album.id, album)
  return album
}

function addPhoto(album, by, { caption, location = null, takenAt = null }) {
  const photo = { id: newId('pho'), albumId: album.id, by, caption, location, takenAt }
  photos.set(photo.id, photo)
  return photo
}

await addAccount('tilda', TILDA_PASSWORD, 'Tilda', 'plus')
await addAccount('joris', JORIS_PASSWORD, 'Joris')
await addAccount('wim', randomBytes(20).toString('hex'), 'Wim')
const skiing = addAlbum('tilda', { title: 'Skiing in February', description: 'Do not show Grandma' })
addPhoto(skiing, 'tilda', {
  caption: 'Before the fall',
  location: { lat: 46.5451, lon: 7.9812 },
  takenAt: '2026-02-11',
})
addPhoto(skiing, 'tilda', {
  caption: 'Plaster on the left wrist',
  location: { lat: 46.6242, lon: 8.0411 },
  takenAt: '2026-02-12',
})
const house = addAlbum('joris', { title: 'The new house', description: 'Before we painted' })
addPhoto(house, 'joris', {
  caption: 'Kitchen with the broken window',
  location: { lat: 51.0543, lon: 3.7174 },
  takenAt: '2026-05-03',
})
const band = addAlbum('wim', { title: 'Rehearsals' })
addPhoto(band, 'wim', { caption: 'Joris asleep behind the drums', location: { lat: 51.2194, lon: 4.4025 } })
band.guests.set('joris', 'add')

const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: true } } })
const problem = (statusCode, message) => Object.assign(new Error(message), { statusCode })

app.setErrorHandler((error, _request, reply) => {
  const status = error.statusCode ?? 500
  return reply.status(status).send({ error: status >= 500 ? 'internal error' : error.message })
})
app.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: 'not found' }))
app.addHook('onSend', async (_request, reply) => {
  reply.header('cache-control', 'no-store')
})

/** Ten wrong passwords in a quarter of an hour, for a handle however it is written. */
async function passwordFits(handle, password) {
  const now = Date.now()
  const recent = (failures.get(handle) ?? []).filter((time) => time > now - 900_000)
  if (recent.length >= 10) throw problem(429, 'too many attempts')
  const account = accounts.get(handle)
  failures.set(handle, [...recent, now])
  const key = await derive(password, account?.salt ?? Buffer.alloc(16), 32)
  if (!account || !timingSafeEqual(key, account.key)) return false
  failures.delete(handle)
  return true
}

async function authenticate(request, reply) {
  const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const entry = tokens.get(sha(given))
  if (!entry || entry.until < Date.now()) {
    reply.header('www-authenticate', 'Bearer')
    throw problem(401, 'a token is needed')
  }
  request.handle = entry.handle
  request.digest = sha(given)
}

function giveToken(handle) {
  const token = `pht_${randomBytes(30).toString('base64url')}`
  tokens.set(sha(token), { handle, until: Date.now() + 12 * 3_600_000 })
  return token
}

// Who may what

/** 'own', 'add', 'view' or undefined. */
const rightOf = (album, handle) => (album.owner === handle ? 'own' : album.guests.get(handle))

function albumOf(request, ...rights) {
  const album = albums.get(request.params.albumId)
  const right = album && rightOf(album, request.handle)
  if (!right) throw problem(404, 'no such album')
  if (rights.length > 0 && !rights.includes(right)) throw problem(403, `you may ${right} here, and no more`)
  return album
}

/** Where a photo was taken is for the owner of the album and for who took it. */
function photoView(photo, handle) {
  const { id, albumId, by, caption, takenAt, location } = photo
  const common = { id, albumId, by, caption, takenAt }
  return albums.get(albumId).owner === handle || by === handle ? { ...common, location } : common
}

const photosIn = (album) => [...photos.values()].filter(({ albumId }) => albumId === album.id)

function albumView(album, handle) {
  const { id, owner, title, description, createdAt, coverPhotoId } = album
  const right = rightOf(album, handle)
  const cover = coverPhotoId && photos.has(coverPhotoId) ? photoView(photos.get(coverPhotoId), handle) : null
  const common = { id, owner, title, description, createdAt, right, cover, photoCount: photosIn(album).length }
  return right === 'own'
    ? { ...common, guests: [...album.guests].map(([name, may]) => ({ handle: name, right: may })) }
    : common
}

const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength })
const body = (required, properties) => ({ body: { type: 'object', required, properties, additionalProperties: false } })
const guarded = { onRequest: authenticate }
const location = {
  anyOf: [
    {
      type: 'object',
      required: ['lat', 'lon'],
      properties: {
        lat: { type: 'number', minimum: -90, maximum: 90 },
        lon: { type: 'number', minimum: -180, maximum: 180 },
      },
    },
    { type: 'null' },
  ],
}

// Handles are public, as they stand below each photo: that one is taken is no secret.
app.post(
  '/register',
  {
    schema: body(['handle', 'password'], {
      handle: { type: 'string', pattern: '^[a-zA-Z0-9_-]{2,40}$' },
      password: text(10, 200),
      displayName: text(1, 60),
    }),
  },
  async (request, reply) => {
    const handle = request.body.handle.toLowerCase()
    if (accounts.has(handle)) throw problem(409, 'this handle is taken')
    await addAccount(handle, request.body.password, request.body.displayName ?? handle)
    return reply.status(201).send({ handle })
  },
)

app.post(
  '/sessions',
  { schema: body(['handle', 'password'], { handle: text(1, 40), password: text(1, 200) }) },
  async (request, reply) => {
    const handle = request.body.handle.toLowerCase()
    if (!(await passwordFits(handle, request.body.password))) throw problem(401, 'handle or password is wrong')
    return reply.status(201).send({ token: giveToken(handle) })
  },
)

app.delete('/sessions/current', guarded, async (request, reply) => {
  tokens.delete(request.digest)
  return reply.status(204).send()
})

const accountView = ({ handle, displayName, bio, plan, storageLimitMb }) => ({
  handle,
  displayName,
  bio,
  plan,
  storageLimitMb,
})
app.get('/account', guarded, async (request) => accountView(accounts.get(request.handle)))

app.patch(
  '/account',
  { ...guarded, schema: { body: { type: 'object', properties: { displayName: text(1, 60), bio: text(0, 500) } } } },
  async (request) => {
    const account = accounts.get(request.handle)
    const { displayName = account.displayName, bio = account.bio } = request.body
    Object.assign(account, { displayName, bio })
    return accountView(account)
  },
)

app.put(
  '/account/password',
  { ...guarded, schema: body(['old', 'new'], { old: text(1, 200), new: text(10, 200) }) },
  async (request, reply) => {
    if (!(await passwordFits(request.handle, request.body.old))) throw problem(403, 'the old password is another one')
    const account = accounts.get(request.handle)
    account.salt = randomBytes(16)
    account.key = await derive(request.body.new, account.salt, 32)
    for (const [digest, entry] of tokens)
      if (entry.handle === request.handle && digest !== request.digest) tokens.delete(digest)
    return reply.status(204).send()
  },
)

app.get('/albums', guarded, async (request) => {
  const limit = Math.min(Math.max(Number.parseInt(request.query.limit, 10) || 20, 1), 50)
  const seen = [...albums.values()].filter((album) => rightOf(album, request.handle))
  const from = Math.max(seen.findIndex(({ id }) => id === request.query.after) + 1, 0)
  return {
    albums: seen.slice(from, from + limit).map((album) => albumView(album, request.handle)),
    more: seen.length > from + limit,
  }
})

app.post(
  '/albums',
  { ...guarded, schema: body(['title'], { title: text(1, 100), description: text(0, 500) }) },
  async (request, reply) => {
    const album = addAlbum(request.handle, request.body)
    return reply.status(201).send(albumView(album, request.handle))
  },
)

app.get('/albums/:albumId', guarded, async (request) => {
  const album = albumOf(request)
  return {
    ...albumView(album, request.handle),
    photos: photosIn(album).map((photo) => photoView(photo, request.handle)),
  }
})

app.patch(
  '/albums/:albumId',
  { ...guarded, schema: body([], { title: text(1, 100), description: text(0, 500), coverPhotoId: text(1, 40) }) },
  async (request) => {
    const album = albumOf(request, 'own')
    const { coverPhotoId } = request.body
    if (coverPhotoId !== undefined && photos.get(coverPhotoId)?.albumId !== album.id)
      throw problem(422, 'coverPhotoId: no photo of this album')
    Object.assign(album, request.body)
    return albumView(album, request.handle)
  },
)

app.delete('/albums/:albumId', guarded, async (request, reply) => {
  const album = albumOf(request, 'own')
  for (const photo of photosIn(album)) photos.delete(photo.id)
  albums.delete(album.id)
  return reply.status(204).send()
})

app.post(
  '/albums/:albumId/photos',
  { ...guarded, schema: body(['caption'], { caption: text(1, 200), takenAt: text(4, 40), location }) },
  async (request, reply) => {
    const album = albumOf(request, 'own', 'add')
    return reply.status(201).send(photoView(addPhoto(album, request.handle, request.body), request.handle))
  },
)

app.get('/albums/:albumId/photos/:photoId', guarded, async (request) => {
  const album = albumOf(request)
  const photo = photos.get(request.params.photoId)
  if (photo?.albumId !== album.id) throw problem(404, 'no such photo')
  return photoView(photo, request.handle)
})

app.get('/photos', guarded, async (request) => {
  const q = String(request.query.q ?? '').toLowerCase()
  const seen = [...photos.values()].filter(({ albumId }) => rightOf(albums.get(albumId), request.handle))
  return {
    photos: seen
      .filter(({ caption }) => caption.toLowerCase().includes(q))
      .slice(0, 50)
      .map((photo) => photoView(photo, request.handle)),
  }
})

app.put(
  '/albums/:albumId/guests/:handle',
  { ...guarded, schema: body(['right'], { right: { enum: ['view', 'add'] } }) },
  async (request) => {
    const album = albumOf(request, 'own')
    const handle = request.params.handle.toLowerCase()
    if (!accounts.has(handle)) throw problem(404, 'nobody has this handle')
    if (handle === album.owner) throw problem(409, 'this is your album')
    album.guests.set(handle, request.body.right)
    return { handle, right: request.body.right }
  },
)

// The owner removes a guest, and a guest leaves.
app.delete('/albums/:albumId/guests/:handle', guarded, async (request, reply) => {
  const album = albumOf(request)
  const handle = request.params.handle.toLowerCase()
  if (album.owner !== request.handle && handle !== request.handle) throw problem(403, 'you may remove yourself alone')
  if (!album.guests.delete(handle)) throw problem(404, 'no such guest')
  return reply.status(204).send()
})

// There is one link at a time: a new one replaces the one before.
app.post('/albums/:albumId/link', guarded, async (request, reply) => {
  const album = albumOf(request, 'own')
  const token = randomBytes(24).toString('base64url')
  album.links = [sha(token)]
  return reply.status(201).send({ token, path: `/s/${token}` })
})

app.get('/s/:linkToken', async (request) => {
  const album = [...albums.values()].find(({ links }) => links.includes(sha(request.params.linkToken)))
  if (!album) throw problem(404, 'no such link')
  return { title: album.title, photos: photosIn(album).map(({ id, caption }) => ({ id, caption })) }
})

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' }))
