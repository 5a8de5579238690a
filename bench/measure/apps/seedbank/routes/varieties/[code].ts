import { HttpError, reply, route } from 'svc'
import { check, fwAuth } from 'svc/security'
import { isCurator } from '../../lib/guards.ts'

const operation = route('/varieties/[code]')

const varieties = new Map([
  ['rye-1', 'Rye of the high fields'],
  ['oat-7', 'Sand oat'],
])

/** The catalogue is for everyone. */
export const auth = null

export const GET = operation({ summary: 'A variety' }, ({ params }) => {
  const name = varieties.get(params.code)
  if (name === undefined) throw new HttpError(404, 'No such variety')
  return { code: params.code, name }
})

export const DELETE = operation(
  {
    summary: 'Take a variety out of the catalogue',
    auth: check(fwAuth, isCurator),
  },
  ({ params }) => {
    varieties.delete(params.code)
    return reply(204, null)
  },
)
