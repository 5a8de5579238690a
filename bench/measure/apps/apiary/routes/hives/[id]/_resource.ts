export { hive as default } from '../../../lib/hives.ts'
