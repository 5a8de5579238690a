import type { Foreman } from './foremen.ts'

/** Grades 1 to 3; temporary staff has no grade. */
export const isSenior = ({ grade }: Foreman): boolean => grade !== undefined && grade <= 3
