import { HttpError, inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { z } from 'zod'
import { has } from '../lib/guards.ts'
import { issue } from '../lib/tokens.ts'

const operation = route('/tokens')

/** A program makes no further tokens. */
const ofProgram = z.string().refine((scope) => scope !== 'tokens:write')
const body = z.object({ scopes: z.array(ofProgram).min(1).max(8) })

// For programs: never more than the token that asks.
export const POST = operation(
  { summary: 'A token for a program', auth: check(inherit, has('tokens:write')), body },
  (request) => {
    const { auth } = request
    const wanted = request.body.scopes
    if (!wanted.every((scope) => auth.scopes.includes(scope))) throw new HttpError(403, 'More than you may yourself')
    return reply(201, { token: issue(auth.name, wanted, 60), scopes: wanted })
  },
)
