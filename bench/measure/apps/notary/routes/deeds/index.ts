import { reply, route } from 'svc'
import { addDeed, deedsOf } from '../../lib/deeds.ts'

const operation = route('/deeds')

export const GET = operation({ summary: 'Deeds of the office' }, ({ auth }) => ({ deeds: deedsOf(auth.office) }))

export const POST = operation({ summary: 'Draft a deed', body: { parties: String } }, ({ auth, body }) =>
  reply(201, addDeed(auth.office, body.parties)),
)
