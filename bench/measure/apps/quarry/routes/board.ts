import { inherit, route } from 'svc'
import { board } from '../lib/machines.ts'

const operation = route('/board')

export const GET = operation({ summary: 'The board of the yard', auth: [inherit, board] }, () => ({
  next: 'truck 9 to the north wall',
}))
