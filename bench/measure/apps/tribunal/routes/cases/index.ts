import { reply, route } from 'svc'
import { allCases, lawCase, openCase, toAnswer } from '../../lib/cases.ts'

const operation = route('/cases')

export const GET = operation({ summary: 'My cases' }, async (request) =>
  (await lawCase.filter(allCases(), request)).map(toAnswer),
)

export const POST = operation({ summary: 'Open a case', body: { subject: String } }, ({ auth, body }) =>
  reply(201, toAnswer(openCase(auth.email, body.subject))),
)
