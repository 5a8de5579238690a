import type { SessionUser } from 'svc/security'

const STAFF: readonly string[] = ['usher', 'manager', 'owner']

/** People who work in the house. */
export const isStaff = async ({ job }: SessionUser): Promise<boolean> => job !== undefined && STAFF.includes(job)

export const may =
  (right: string) =>
  async ({ rights = [] }: SessionUser): Promise<boolean> =>
    rights.includes(right)
