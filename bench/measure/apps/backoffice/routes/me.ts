import { route } from 'svc'
import { z } from 'zod'
import { changeStaff, displayNameOf } from '../lib/staff.ts'

const operation = route('/me')

const Profile = z.object({ displayName: z.string().max(80) })

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => ({
  name: auth.name,
  role: auth.role,
  displayName: displayNameOf(auth.name),
}))

export const PUT = operation({ summary: 'Change my name', body: Profile }, ({ auth, body }) => {
  changeStaff(auth.name, body)
  return { displayName: body.displayName }
})
