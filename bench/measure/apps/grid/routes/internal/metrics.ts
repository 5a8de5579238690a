import { operation } from 'svc'
import { monitor } from '../../lib/network.ts'

export const GET = operation({ summary: 'Figures', auth: monitor }, () => ({ requests: 20_118 }))
