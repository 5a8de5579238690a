export { article as default } from '../../../lib/resources.ts'
