export { requireClerk as default } from '../../lib/auth.ts'
