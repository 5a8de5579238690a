export { charge as default } from '../../../lib/charges.ts'
