import type { AuthInput, SvcAPI } from 'svc'

/** Any API, whatever its global auth. */
export type AnyApi = SvcAPI<AuthInput | undefined>
