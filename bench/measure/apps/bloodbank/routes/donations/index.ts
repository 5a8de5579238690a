import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { allDonations, donation } from '../../lib/donations.ts'
import { mayWrite } from '../../lib/guards.ts'

const operation = route('/donations')

export const GET = operation({ summary: 'Donations' }, async (request) => ({
  donations: await donation.filter(allDonations(), request),
}))

export const POST = operation(
  { summary: 'Note a donation', auth: check(inherit, mayWrite), body: { donor: String } },
  ({ auth, body }) => reply(201, { donor: body.donor, by: auth.name }),
)
