import { route } from 'svc'
import { z } from 'zod'
import { changeProfile, profileOf } from '../lib/members.ts'

const operation = route('/me')

const change = z.object({ phone: z.string().max(20) })

export const GET = operation({ summary: 'My profile' }, ({ auth }) => profileOf(auth.name))

export const PATCH = operation({ summary: 'Change my profile', body: change }, ({ auth, body }) => {
  changeProfile(auth.name, body)
  return profileOf(auth.name)
})
