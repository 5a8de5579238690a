export { claim as default } from '../../../lib/policies.ts'
