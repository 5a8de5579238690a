export { company as default } from '../../../lib/companies.ts'
