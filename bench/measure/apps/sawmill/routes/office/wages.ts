import { route } from 'svc'
import { wages } from '../../lib/workers.ts'

const operation = route('/office/wages')

export const GET = operation({ summary: 'Wages' }, () => wages())
