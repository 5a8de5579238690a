import { route } from 'svc'

const operation = route('/documents/[id]')

export const GET = operation({ summary: 'One document' }, ({ resources }) => resources.document)
