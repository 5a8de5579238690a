import { operation } from 'svc'
import { kiosk } from '../lib/machines.ts'

export const GET = operation({ auth: kiosk }, ({ auth }) => ({ ...auth, offer: 'Coffee while you wait' }))
