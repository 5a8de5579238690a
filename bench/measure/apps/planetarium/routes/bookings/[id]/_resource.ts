export { booking as default } from '../../../lib/bookings.ts'
