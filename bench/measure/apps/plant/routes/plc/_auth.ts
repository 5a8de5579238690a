export { controller as default } from '../../lib/plc.ts'
