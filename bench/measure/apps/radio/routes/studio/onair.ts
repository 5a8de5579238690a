import { inherit, route } from 'svc'
import { all, check } from 'svc/security'
import { isAtOwnDesk } from '../../lib/guards.ts'
import { desk } from '../../lib/keys.ts'
import { OffAir } from '../../lib/shows.ts'

const operation = route('/studio/onair')

/** Who is in the studio, with the key of a desk. */
export const auth = all(inherit, desk)

export const POST = operation(
  { summary: 'Go on air', auth: check(inherit, isAtOwnDesk), body: { minutes: Number } },
  ({ auth: [person], body }) => {
    if (body.minutes > 240) throw new OffAir()
    return { onAir: person.name, studio: person.studio }
  },
)
