import { route } from 'svc'

const operation = route('/committee/minutes')

export const GET = operation({ summary: 'Minutes of the last meeting' }, ({ auth }) => ({
  reader: auth.name,
  minutes: ['Three members are in arrears'],
}))
