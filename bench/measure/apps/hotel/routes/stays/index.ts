import { reply, route } from 'svc'
import { isStaff } from '../../lib/guards.ts'
import { addStay, allStays } from '../../lib/stays.ts'

const operation = route('/stays')

/** Own stays; with `all=true` those of the house, for who works in it. */
export const GET = operation({ summary: 'Stays' }, ({ auth, query }) => {
  const isAll = query['all'] === 'true' && isStaff(auth)
  return { stays: allStays().filter(({ guest }) => isAll || guest === auth.name) }
})

export const POST = operation({ summary: 'Book a room', body: { room: String } }, ({ auth, body }) =>
  reply(201, addStay(auth.name, body.room)),
)
