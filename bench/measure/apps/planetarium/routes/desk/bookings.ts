import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { z } from 'zod'
import { allBookings } from '../../lib/bookings.ts'
import { isStaff } from '../../lib/guards.ts'

const operation = route('/desk/bookings')

const SIZE = 20
const query = z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) })

export const GET = operation({ summary: 'All bookings', auth: check(inherit, isStaff), query }, (request) => {
  const { page } = request.query
  return { page, bookings: allBookings().slice((page - 1) * SIZE, page * SIZE) }
})
