export { lawCase as default } from '../../../lib/cases.ts'
