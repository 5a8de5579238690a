import type { Person } from './people.ts'

const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  visitor: [],
  resident: ['permits:write'],
  warden: ['tickets:write', 'vehicles:read', 'zones:read'],
  manager: ['tickets:write', 'vehicles:read', 'zones:read', 'zones:write'],
}

/** A guard for `check`. */
export const may =
  (permission: string) =>
  ({ role }: Person): boolean =>
    (PERMISSIONS[role] ?? []).includes(permission)
