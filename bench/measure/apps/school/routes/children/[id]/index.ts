import { route } from 'svc'

const operation = route('/children/[id]')

export const GET = operation({ summary: 'One child' }, ({ resources }) => resources.child)
