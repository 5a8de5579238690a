export { lock as default } from '../../../lib/locks.ts'
