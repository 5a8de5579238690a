export { profile as default } from '../../../lib/resources.ts'
