import type { Reader } from './tokens.ts'

/** Restricted titles are for clearance 10 and above. */
export const isCleared = ({ clearance }: Reader): boolean => Number(clearance) >= 10

export const isKeeper = ({ isKeeper: is }: Reader): boolean => is
