import { operation } from 'svc'
import { allChildren } from '../lib/children.ts'
import { pickup } from '../lib/pickup.ts'

// The neighbour at the door has no account: the code of the day is all, and shows the first name alone.
export const GET = operation({ summary: 'Whom a code fetches', auth: pickup }, ({ auth }) => ({
  name: allChildren().find(({ id }) => id === auth.child)?.name ?? '',
}))
