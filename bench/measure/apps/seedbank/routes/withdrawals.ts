import { AuthorizationError, HttpError, inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { withdraw } from '../lib/accessions.ts'
import { isFromOurPages, mayWithdraw } from '../lib/guards.ts'

const operation = route('/withdrawals')

export const POST = operation(
  {
    summary: 'Take seeds out of the cold room',
    auth: check(inherit, mayWithdraw),
    csrf: false,
    body: { accession: String, seeds: Number },
  },
  (request) => {
    if (!isFromOurPages(request)) throw new AuthorizationError('Not from our pages')
    const left = withdraw(request.body.accession, request.body.seeds)
    if (left === undefined) throw new HttpError(404, 'No such accession')
    return reply(201, { accession: left.id, left: left.seeds })
  },
)
