export { ride as default } from '../../../lib/rides.ts'
