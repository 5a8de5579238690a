import { inherit, route } from 'svc'
import { allCases } from '../../lib/cases.ts'
import { screen } from '../../lib/machines.ts'

const operation = route('/clerks/waiting')

export const GET = operation({ summary: 'How many wait, for the screen in the hall', auth: [screen, inherit] }, () => ({
  waiting: allCases().filter(({ isClosed }) => !isClosed).length,
}))
