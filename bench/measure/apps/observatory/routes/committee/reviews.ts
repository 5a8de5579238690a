import { route } from 'svc'

const operation = route('/committee/reviews')

const reviews = [{ proposal: 'p-1', grade: 4 }]

export const GET = operation({ summary: 'Grades' }, () => ({ reviews }))
