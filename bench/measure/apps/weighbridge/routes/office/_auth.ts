export { officer as default } from '../../lib/office.ts'
