import { reply, route } from 'svc'

const operation = route('/visits')

const days = ['2027-04-12', '2027-05-10']

export const GET = operation({ summary: 'Days on which all may visit', auth: null }, () => ({ days }))

export const POST = operation(
  { summary: 'Announce a school class', body: { day: String, pupils: Number } },
  ({ body }) => reply(201, { day: body.day, pupils: body.pupils }),
)
