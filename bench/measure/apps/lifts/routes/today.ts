import { operation } from 'svc'
import { dayTicket } from '../lib/day-ticket.ts'

export const GET = operation({ summary: 'Runs of today, for guests', auth: dayTicket }, ({ auth }) => ({
  ticket: auth.serial,
  runs: ['hare', 'fox'],
}))
