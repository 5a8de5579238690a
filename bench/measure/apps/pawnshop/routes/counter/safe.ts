import { route } from 'svc'

const operation = route('/counter/safe')

export const GET = operation({ summary: 'The safe of the branch' }, ({ auth }) => ({ branch: auth.branch, things: 57 }))
