import { operation } from 'svc'
import { printer } from '../../lib/machines.ts'

export const GET = operation({ summary: 'What is to be printed', auth: printer }, ({ auth }) => ({
  printer: auth.printer,
  jobs: ['programme.pdf'],
}))
