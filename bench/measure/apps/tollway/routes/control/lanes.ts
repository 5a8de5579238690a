import { inherit, operation as publicOperation, route } from 'svc'

const operation = route('/control/lanes')

export const auth = [inherit]

export const GET = operation({ summary: 'Lanes as the control room sees them' }, () => ({
  lanes: [{ lane: 1, queue: 14 }],
}))

// Lights above the lanes ask whether the room answers.
export const HEAD = publicOperation({ summary: 'Whether the room answers', auth: null }, () => null)
