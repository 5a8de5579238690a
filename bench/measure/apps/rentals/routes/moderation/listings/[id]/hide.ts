import { HttpError, route } from 'svc'
import { changeListing } from '../../../../lib/listings.ts'

const operation = route('/moderation/listings/[id]/hide')

export const POST = operation({ summary: 'Hide a place' }, ({ auth, params }) => {
  if (changeListing(params.id, { isHidden: true }) === undefined) throw new HttpError(404, 'No such place')
  return { hidden: params.id, by: auth.id }
})
