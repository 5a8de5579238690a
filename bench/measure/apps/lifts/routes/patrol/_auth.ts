export { patrol as default } from '../../lib/people.ts'
