export { choir as default } from '../../../lib/choirs.ts'
