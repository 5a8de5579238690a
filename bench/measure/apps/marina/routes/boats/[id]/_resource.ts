export { boat as default } from '../../../lib/boats.ts'
