import { operation } from 'svc'
import { calendar } from '../lib/machines.ts'

export const GET = operation({ summary: 'Appointments of an office', auth: calendar }, ({ auth }) => ({
  office: auth.office,
  appointments: ['9:00'],
}))
