import { route } from 'svc'

const operation = route('/queue/[number]')

// The numbers hang in the hall for all to see.
export const GET = operation({ summary: 'How long a number waits', auth: null }, ({ params }) => ({
  number: params.number,
  minutes: 25,
}))
