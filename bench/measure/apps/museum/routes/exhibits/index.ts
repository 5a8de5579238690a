import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { z } from 'zod'
import { exhibits } from '../../lib/exhibits.ts'
import { isCurator } from '../../lib/guards.ts'

const operation = route('/exhibits')

export const GET = operation({ summary: 'Exhibits of the museum' }, async ({ auth }) => {
  const found = await exhibits.list(auth.museum)
  return found.map(({ id, title }) => ({ id, title }))
})

export const POST = operation(
  { summary: 'A new exhibit', auth: check(inherit, isCurator), body: z.object({ title: z.string().max(80) }) },
  async ({ auth, body }) => reply(201, await exhibits.add(auth.museum, body.title)),
)
