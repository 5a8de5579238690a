import { reply, route } from 'svc'
import { lend } from '../../lib/loans.ts'

const operation = route('/loans')

export const POST = operation({ summary: 'Borrow a book', body: { title: String } }, ({ auth, body }) =>
  reply(201, lend(auth, body.title)),
)
