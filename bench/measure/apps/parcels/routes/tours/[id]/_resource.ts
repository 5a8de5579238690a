export { tour as default } from '../../../lib/tours.ts'
