export { agency as default } from '../../../lib/bookings.ts'
