import { inherit, reply, route } from 'svc'
import { saw } from '../lib/saws.ts'

const operation = route('/stock')

const boards = [
  { kind: 'oak', boards: 140, reserved: 31 },
  { kind: 'larch', boards: 620, reserved: 0 },
]

// A saw sees how many boards there are, and not for how many there is a customer.
export const GET = operation({ summary: 'Boards in the yard', auth: [inherit, saw] }, ({ auth }) =>
  'saw' in auth ? boards.map(({ kind, boards }) => ({ kind, boards })) : boards,
)

export const POST = operation(
  { summary: 'Boards that were sawn', auth: saw, body: { kind: String, boards: Number } },
  ({ auth, body }) => reply(201, { ...body, by: auth.saw }),
)
