import { operation } from 'svc'
import { invoice } from '../lib/machines.ts'

export const GET = operation({ summary: 'An invoice', auth: invoice }, ({ auth }) => `Invoice ${auth.number}`)
