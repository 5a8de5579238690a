import { route } from 'svc'

const operation = route('/fleet/cars')

export const GET = operation({ summary: 'Where the cars are' }, () => [{ plate: 'BL-101', at: 'the station' }])
