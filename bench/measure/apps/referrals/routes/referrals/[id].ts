import { HttpError, route } from 'svc'
import { findReferral } from '../../lib/referrals.ts'

const operation = route('/referrals/[id]')

export const GET = operation({ summary: 'One referral' }, ({ auth, params }) => {
  const referral = findReferral(params.id)
  if (referral === undefined || referral.from !== auth.id) throw new HttpError(404, 'No such referral')
  return referral
})
