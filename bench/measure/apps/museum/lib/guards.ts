import type { Guide } from './tokens.ts'

const LEVELS: Readonly<Record<string, number>> = { guide: 1, curator: 2, director: 3 }

const levelOf = ({ role }: Guide): number => (Object.hasOwn(LEVELS, role) ? (LEVELS[role] ?? 0) : 0)

export const isCurator = (guide: Guide): boolean => levelOf(guide) >= 2

export const isDirector = (guide: Guide): boolean => levelOf(guide) >= 3
