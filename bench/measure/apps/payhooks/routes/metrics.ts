import { operation } from 'svc'
import { monitor } from '../lib/hooks.ts'

export const GET = operation({ summary: 'Figures', auth: monitor }, ({ auth }) => ({ for: auth.monitor, hooks: 902 }))
