import { operation } from 'svc'
import { harvestLink } from '../lib/machines.ts'

const harvest = new Map([
  ['tomatoes', '14 kg'],
  ['chillies', '2 kg'],
  ['orchids', '3 blossoms'],
])

export const GET = operation({ summary: 'The harvest of a bed', auth: harvestLink }, ({ auth }) => ({
  harvest: auth.beds.map((bed) => ({ bed, amount: harvest.get(bed) ?? 'nothing yet' })),
}))
