import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayWrite } from '../../lib/guards.ts'
import { findRow } from '../../lib/people.ts'
import { signInvitation } from '../../lib/tokens.ts'

const operation = route('/invitations')

export const POST = operation(
  { summary: 'A card that invites a donor again', auth: check(inherit, mayWrite), body: { donor: String } },
  async ({ body: { donor } }) => ({
    // The card ends with the logins of the donor.
    card: await signInvitation({ sub: donor, generation: findRow(donor)?.generation ?? 0 }),
  }),
)
