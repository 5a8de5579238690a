import { AuthorizationError, HttpError, route } from 'svc'
import { check } from 'svc/security'
import { changeListing, findListing } from '../../lib/listings.ts'
import { account, isHost } from '../../lib/tokens.ts'

const operation = route('/listings/[id]')

export const PUT = operation(
  { summary: 'Change a place of mine', auth: check(account, isHost), body: { title: String, price: Number } },
  ({ auth, params, body }) => {
    const listing = findListing(params.id)
    if (listing === undefined) throw new HttpError(404, 'No such place')
    if (listing.host !== auth.id) throw new AuthorizationError()
    return changeListing(params.id, { title: body.title, price: body.price })
  },
)
