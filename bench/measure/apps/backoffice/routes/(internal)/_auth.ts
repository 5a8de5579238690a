import { officeNetwork } from '../../lib/monitoring.ts'

export default officeNetwork
