import { provider } from '../../lib/provider.ts'

export const GET = provider.callback
