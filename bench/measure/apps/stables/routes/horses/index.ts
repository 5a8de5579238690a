import { route } from 'svc'
import { allHorses, horse, show } from '../../lib/horses.ts'

const operation = route('/horses')

export const GET = operation({ summary: 'Horses that I may ride' }, async (request) => ({
  horses: (await horse.filter(allHorses(), request)).map(show),
}))
