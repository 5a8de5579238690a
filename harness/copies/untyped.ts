import { all, check, optional } from 'svc/security'

/** The combinations of `svc/security`, for members that are only known at run time. */
export const allOfAny: (...members: readonly unknown[]) => unknown = all as never
export const optionalAny: (member: unknown) => unknown = optional as never
export const checkAny: (member: unknown, guard: () => unknown) => unknown = check as never
