import { provider } from '../../lib/provider.ts'

// A link to /api/sso?return_to=/api/docs logs in.
export const GET = provider.start
