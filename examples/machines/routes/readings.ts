import { operation, reply } from 'svc'
import { check } from 'svc/security'
import { clientKey } from '../lib/clients.ts'
import { addReading, listReadings } from '../lib/readings.ts'
import { accessToken, hasScope } from '../lib/tokens.ts'

// A key is what small devices can send.
export const POST = operation(
  {
    summary: 'Report a reading',
    auth: check(clientKey, hasScope('readings:write')),
    body: { celsius: Number },
    response: { 201: { sensor: String, celsius: Number } },
  },
  ({ auth, body }) => reply(201, addReading({ sensor: auth.name, celsius: body.celsius })),
)

// Dashboards come with a token that has the scope.
export const GET = operation(
  { summary: 'The last readings', auth: check(accessToken, hasScope('readings:read')) },
  () => listReadings(),
)
