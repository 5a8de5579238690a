import { operation } from 'svc'
import { gateTerminal } from '../lib/staff.ts'

export const GET = operation({ summary: 'Next truck', auth: gateTerminal }, ({ auth }) => ({
  terminal: auth.terminal,
  truck: 'HH-PL 88',
}))
