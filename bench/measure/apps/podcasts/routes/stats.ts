import { operation } from 'svc'
import { agency } from '../lib/partners.ts'

export const GET = operation({ summary: 'How often spots were heard', auth: agency }, ({ auth }) => ({
  for: auth.agency,
  heard: 41_200,
}))
