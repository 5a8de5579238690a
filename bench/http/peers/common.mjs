// Data that every contestant serves; the same values as ../scenarios.ts.
import { createHmac, createPublicKey, timingSafeEqual } from 'node:crypto'

export const PORT = Number(process.env.PORT)
export const HOST = '127.0.0.1'
export const USER = 'alice'
export const PASSWORD = 'wonderland'
export const SECRET = 'a session secret of the contest, long enough'
export const PAGE = 'https://app.example'
export const ISSUER = 'contest'
/** `cors` or `jwt`: what this process has more than the others. */
export const EXTRA = process.env.CONTEST
/** The public keys of the tokens, in PEM, by algorithm. */
export const KEYS = EXTRA === 'jwt' ? { RS256: process.env.KEY_RS256, ES256: process.env.KEY_ES256 } : {}
/** The same as the JWK Set of an issuer. */
export const jwks = () => ({
  keys: Object.entries(KEYS).map(([alg, pem]) => ({
    ...createPublicKey(pem).export({ format: 'jwk' }),
    alg,
    kid: alg,
  })),
})
const token = Buffer.from('secret-token-0123456789abcdef')
const key = Buffer.from('key-0123456789abcdef')

function isEqual(text, expected) {
  const given = Buffer.from(text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const isToken = (text) => typeof text === 'string' && isEqual(text, token)
export const isKey = (text) => typeof text === 'string' && isEqual(text, key)
export const isUser = (user, password) => user === USER && password === PASSWORD
export const SMALL = { text: 'x'.repeat(1_000) }
export const LARGE = { text: 'x'.repeat(64_000) }

/** Records, of which the first is that of the one who asks. */
export const RECORDS = {
  17: { id: '17', owner: token.toString(), text: 'Dill pickles' },
  42: { id: '42', owner: 'bob', text: 'Olives' },
}

/** 20 folders of 50 routes, of which the last ten of each have a parameter. */
export const TABLE = Array.from({ length: 1_000 }, (_, at) => {
  const [folder, route] = [Math.floor(at / 50), at % 50]
  return { folder: `/api/g${folder}`, path: `/r${route}`, hasId: route >= 40, name: `g${folder}r${route}` }
})

/** A session cookie as small as it can be: JSON and its HMAC. */
export function sign(value) {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`
}

export function unsign(text = '') {
  const dot = text.lastIndexOf('.')
  if (dot < 0) return undefined
  const [payload, mac] = [text.slice(0, dot), text.slice(dot + 1)]
  if (!isEqual(mac, Buffer.from(createHmac('sha256', SECRET).update(payload).digest('base64url')))) return undefined
  const session = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return session.expires > Date.now() ? session : undefined
}

export function readCookie(header, name) {
  for (const part of (header ?? '').split(';')) {
    const [own, value] = part.trim().split('=')
    if (own === name) return value
  }
  return undefined
}

export function readBearer(header) {
  return /^bearer (\S+)$/i.exec(header ?? '')?.[1]
}

export function readBasic(header) {
  const encoded = /^basic (\S+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)]
}
