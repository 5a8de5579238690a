export { payment as default } from '../../../lib/payments.ts'
