import { operation } from 'svc'
import { office } from '../../lib/keys.ts'

export const GET = operation({ summary: 'What is to be billed', auth: office }, ({ auth }) => ({
  for: auth.address,
  items: [{ order: 'L-40817', cents: 4_200 }],
}))
