import { reply, route } from 'svc'
import { addHive, hive, standing } from '../../lib/hives.ts'

const operation = route('/hives')

export const GET = operation({ summary: 'My hives' }, (request) => hive.filter(standing(), request))

export const POST = operation({ summary: 'Add a hive', body: { place: String } }, ({ auth, body }) =>
  reply(201, addHive(auth.name, body.place)),
)
