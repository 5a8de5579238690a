import type { SessionUser } from 'svc/security'

/** The head brewer and the owner let a batch out. */
export function mayRelease({ rank }: SessionUser): boolean {
  return Number(rank) >= 30
}

/** Who works in the cellar. Guides only lead visitors through it. */
export function worksInCellar({ areas }: SessionUser): boolean {
  return areas.split(',').includes('cellar')
}
