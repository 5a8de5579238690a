export { fleet as default } from '../../../lib/stations.ts'
