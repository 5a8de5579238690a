import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { z } from 'zod'
import { isMiller } from '../../lib/guards.ts'
import { invite } from '../../lib/invitations.ts'

const operation = route('/invitations')

const Invitation = z.object({ role: z.enum(['hand', 'farmer']) })

export const POST = operation({ summary: 'Invite', auth: check(inherit, isMiller), body: Invitation }, ({ body }) =>
  reply(201, invite(body.role)),
)
