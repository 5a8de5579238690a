import { route } from 'svc'

const operation = route('/crew/watches')

export const GET = operation({ summary: 'Who has the watch' }, ({ auth }) => ({
  ship: auth.ship,
  watch: ['berit', 'sven'],
}))
