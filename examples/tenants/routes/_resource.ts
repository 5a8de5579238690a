export { tenant as default } from '../lib/resources.ts'
