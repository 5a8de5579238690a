export { batch as default } from '../../../lib/batches.ts'
