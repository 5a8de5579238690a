import { route } from 'svc'
import { z } from 'zod'
import { changePerson, findPerson } from '../lib/people.ts'

const operation = route('/me')

const change = z.object({ phone: z.string().max(20) })

export const GET = operation({ summary: 'Who I am' }, ({ auth: { name, role, phone } }) => ({ name, role, phone }))

export const PATCH = operation({ summary: 'Change my profile', body: change }, ({ auth, body }) => {
  changePerson(auth.name, body)
  return findPerson(auth.name)
})
