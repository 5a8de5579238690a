export { pledge as default } from '../../../lib/pledges.ts'
