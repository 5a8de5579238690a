export { visa as default } from '../../../lib/visas.ts'
