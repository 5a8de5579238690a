import { route } from 'svc'
import { allTanks, tank } from '../../lib/tanks.ts'

const operation = route('/tanks')

export const GET = operation({ summary: 'My tanks' }, async (request) => ({
  tanks: await tank.filter(allTanks(), request),
}))
