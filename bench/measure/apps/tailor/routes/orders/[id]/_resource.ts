export { order as default } from '../../../lib/orders.ts'
