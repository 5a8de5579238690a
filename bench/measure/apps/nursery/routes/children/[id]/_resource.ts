export { child as default } from '../../../lib/children.ts'
