export { tank as default } from '../../../lib/tanks.ts'
