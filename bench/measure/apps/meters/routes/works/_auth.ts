export { installer as default } from '../../lib/partners.ts'
