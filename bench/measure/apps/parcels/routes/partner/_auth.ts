export { partner as default } from '../../lib/partners.ts'
