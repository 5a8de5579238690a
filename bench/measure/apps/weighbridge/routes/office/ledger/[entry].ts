import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isChief } from '../../../lib/office.ts'

const operation = route('/office/ledger/[entry]')

// The ledger belongs to the office.
export const resource = null

export const DELETE = operation({ summary: 'Strike an entry out', auth: check(inherit, isChief) }, () => reply(204))
