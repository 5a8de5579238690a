import { operation } from 'svc'
import { officer } from '../../lib/machines.ts'

export const GET = operation({ summary: 'What waits for the customs', auth: officer }, ({ auth }) => ({
  for: auth.officer,
  manifests: ['m-1', 'm-14'],
}))
