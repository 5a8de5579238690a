import { operation } from 'svc'
import { coastGuard } from '../../lib/coast.ts'

export const GET = operation({ summary: 'Vessels, for the coast guard', auth: coastGuard }, ({ auth }) => ({
  unit: auth.unit,
  vessels: ['m-1', 'm-2'],
}))
