import { reply, route } from 'svc'
import { check } from 'svc/security'
import { addListing, visibleListings } from '../../lib/listings.ts'
import { account, isHost } from '../../lib/tokens.ts'

const operation = route('/listings')

export const GET = operation({ summary: 'What can be rented', auth: null }, () => visibleListings())

export const POST = operation(
  { summary: 'Offer a place', auth: check(account, isHost), body: { title: String, price: Number } },
  ({ auth, body }) => reply(201, addListing(auth.id, body.title, body.price)),
)
