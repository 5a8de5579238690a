import { route } from 'svc'
import { display } from '../lib/machines.ts'

const operation = route('/display')

export const auth = display

export const GET = operation({ summary: 'What the hall shows' }, (request) => ({
  at: request.auth.display,
  next: 'HB-QR 118',
}))
