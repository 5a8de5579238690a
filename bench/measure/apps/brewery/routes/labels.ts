import { operation } from 'svc'
import { label } from '../lib/machines.ts'

export const GET = operation({ summary: 'A label to print', auth: label }, ({ auth }) => `Label of ${auth.batch}`)
