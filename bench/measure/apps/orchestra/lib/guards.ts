import type { SessionUser } from 'svc/security'

/** Who plans rehearsals: the conductor, and a deputy while the conductor is away. */
export const isConductor = (member: SessionUser): boolean => member.isConductor === true || member.isDeputy === true
