export { tablet as default } from '../../lib/tablets.ts'
