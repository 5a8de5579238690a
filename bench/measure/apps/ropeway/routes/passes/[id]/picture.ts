import { HttpError, route } from 'svc'
import { link } from '../../../lib/links.ts'
import { findPass } from '../../../lib/passes.ts'

const operation = route('/passes/[id]/picture')

// The link is signed for this path: it says which pass.
export const GET = operation({ summary: 'What the gate reads', auth: link, resource: null }, ({ params }) => {
  const found = findPass(params.id)
  if (found === undefined) throw new HttpError(404)
  return { code: `ROPE ${found.id}`, rides: found.rides }
})
