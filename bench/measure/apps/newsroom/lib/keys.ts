import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named } from 'svc/security'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const SALT = randomBytes(16)

const agencies = new Map<string, Promise<Buffer>>([
  ['northwire', derive(process.env['NORTHWIRE_PASSWORD'] ?? 'northwire-Lt38-tape-Gb72', SALT, 32)],
  ['pressline', derive(process.env['PRESSLINE_PASSWORD'] ?? 'pressline-Vc15-telex-Ye60', SALT, 32)],
])
const none = derive(randomBytes(12).toString('hex'), SALT, 32)

async function isSecretOf(name: string, given: string): Promise<boolean> {
  const wanted = agencies.get(name) ?? none
  return timingSafeEqual(await derive(given, SALT, 32), await wanted)
}

/** Agencies that take our articles. */
export const agency = basic(
  async (_request, name, given) => {
    if (!(await isSecretOf(name, given))) return null
    return { agency: name }
  },
  { name: 'Agency' },
)

const CRON = process.env['CRON_KEY'] ?? 'cron-41d9e0b7c2a85f63'

/** The clock of the server. */
export const cron = headerKey('X-Cron-Key', (_request, given) => constantTimeEqual(CRON, given) && { by: 'cron' }, {
  name: 'Cron',
})

const LINKS = process.env['LINKS_SECRET'] ?? 'preview-links-3ab97d04'

/** Of the link to one article, until a time in milliseconds since 1970. */
export function signLink(article: string, until: string): string {
  return createHmac('sha256', LINKS).update(`${article}:${until}`).digest('hex')
}

function readLink(request: AuthRequest): { readonly article: string } | null {
  const article = request.params['id'] ?? ''
  const until = request.url.searchParams.get('until') ?? ''
  const given = request.url.searchParams.get('sig') ?? ''
  if (!/^\d+$/.test(until) || Number(until) < Date.now()) return null
  if (!constantTimeEqual(given, signLink(article, until))) return null
  return { article }
}

/** Readers outside of the house, by the link that they were sent. */
export const link = named('PreviewLink', readLink)
