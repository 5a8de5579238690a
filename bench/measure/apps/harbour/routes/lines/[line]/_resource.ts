export { line as default } from '../../../lib/berths.ts'
