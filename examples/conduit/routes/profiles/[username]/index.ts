import { route } from 'svc'
import { ProfileAnswer } from '../../../lib/schemas.ts'
import { anyone } from '../../../lib/tokens.ts'
import { profileOf } from '../../../lib/users.ts'

const operation = route('/profiles/[username]')

export const GET = operation(
  { summary: 'Show a profile', auth: anyone, response: ProfileAnswer },
  ({ auth, resources }) => ({ profile: profileOf(resources.profile, auth) }),
)
