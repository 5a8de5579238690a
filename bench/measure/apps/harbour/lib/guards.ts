import type { Person } from './people.ts'

interface Duty {
  readonly until: string
}

const duties = new Map<string, Duty>([['wim', { until: '22:00' }]])

/** The duty of today, as the roster has it. */
async function dutyOf(name: string): Promise<Duty | null> {
  return duties.get(name) ?? null
}

/** Who works in the tower. */
export const isTower = ({ role }: Person): boolean => role === 'master' || role === 'watch'

/** The master, and who is on duty, may close the harbour. */
export async function mayClose({ name, role }: Person): Promise<boolean> {
  if (role === 'master') return true
  const duty = await dutyOf(name)
  return duty !== null
}
