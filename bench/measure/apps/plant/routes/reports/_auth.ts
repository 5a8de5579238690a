export { operator as default } from '../../lib/operators.ts'
