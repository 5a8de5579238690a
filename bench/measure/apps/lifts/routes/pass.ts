import { route } from 'svc'

const operation = route('/pass')

export const GET = operation({ summary: 'My pass' }, ({ auth: { name, pass } }) => ({ name, pass }))
