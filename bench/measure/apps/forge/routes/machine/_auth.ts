import { machineToken } from '../../lib/machines.ts'

export default machineToken
