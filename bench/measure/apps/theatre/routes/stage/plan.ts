import { route } from 'svc'

const operation = route('/stage/plan')

export const GET = operation({ summary: 'The plan of tonight' }, () => ({ bars: ['3: moon', '7: forest'] }))
