import { operation } from 'svc'
import { practice } from '../../lib/machines.ts'

export const GET = operation({ summary: 'Treatments of dogs', auth: practice }, ({ auth }) => ({
  reader: auth.practice,
  treatments: ['d-2: a wormer'],
}))
