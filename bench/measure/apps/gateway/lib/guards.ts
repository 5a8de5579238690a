import type { Caller } from './tokens.ts'

export const scope =
  (wanted: string) =>
  ({ scopes }: Caller): boolean =>
    scopes.includes(wanted)

export const writeDevices = scope('devices:write')
export const readMetrics = scope('metrics:read')
export const isAdmin = async (caller: Caller): Promise<boolean> => caller.isAdmin
