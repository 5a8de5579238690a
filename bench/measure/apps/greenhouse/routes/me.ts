import { route } from 'svc'
import { z } from 'zod'
import { changeMember, profile, showMember } from '../lib/members.ts'

const operation = route('/me')

export const resource = profile

const Changes = z.object({ display: z.string().min(1).max(60) })

export const GET = operation({ summary: 'My profile' }, ({ resources }) => showMember(resources.profile))

export const PATCH = operation({ summary: 'Change my profile', body: Changes }, ({ resources, body }) =>
  changeMember(resources.profile, body),
)
