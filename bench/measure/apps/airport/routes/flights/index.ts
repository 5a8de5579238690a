import { operation } from 'svc'
import { all } from '../../lib/flights.ts'

export const GET = operation({ summary: 'The board in the hall', auth: null }, () => ({ flights: all() }))
