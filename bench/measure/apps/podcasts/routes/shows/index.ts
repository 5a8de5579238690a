import { inherit, operation, reply } from 'svc'
import { check } from 'svc/security'
import { isTeam } from '../../lib/guards.ts'

/** The team begins shows; everybody sees them. */
export const auth = check(inherit, isTeam)

export const GET = operation({ summary: 'Shows', auth: null }, () => ['night-trains', 'small-towns'])

export const POST = operation({ summary: 'Begin a show', body: { slug: String } }, ({ body }) =>
  reply(201, { slug: body.slug, episodes: 0 }),
)
