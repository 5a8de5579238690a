import { route } from 'svc'

const operation = route('/articles/[id]')

export const GET = operation({ summary: 'One draft' }, ({ resources }) => resources.article)
