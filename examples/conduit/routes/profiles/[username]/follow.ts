import { route } from 'svc'
import { ProfileAnswer } from '../../../lib/schemas.ts'
import { follow, profileOf, unfollow } from '../../../lib/users.ts'

const operation = route('/profiles/[username]/follow')

export const POST = operation({ summary: 'Follow a user', response: ProfileAnswer }, ({ auth, resources }) => {
  follow(auth, resources.profile)
  return { profile: profileOf(resources.profile, auth) }
})

export const DELETE = operation(
  { summary: 'Follow a user no more', response: ProfileAnswer },
  ({ auth, resources }) => {
    unfollow(auth, resources.profile)
    return { profile: profileOf(resources.profile, auth) }
  },
)
