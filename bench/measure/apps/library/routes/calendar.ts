import { inherit, route } from 'svc'
import { dueOf } from '../lib/loans.ts'
import { feed } from '../lib/machines.ts'

const operation = route('/calendar')

/** In the browser with the session, in calendars with a key. */
export const GET = operation({ summary: 'What is due', auth: [inherit, feed] }, ({ auth }) => ({
  reader: auth.name,
  due: dueOf(auth.name),
}))
