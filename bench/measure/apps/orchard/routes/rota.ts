import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { mayPick } from '../lib/guards.ts'

const operation = route('/rota')

export const GET = operation({ summary: 'Who picks where', auth: check(inherit, mayPick) }, () => ({
  saturday: 'p-2: ladders 1 and 4',
}))
