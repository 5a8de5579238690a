export { deed as default } from '../../../lib/deeds.ts'
