import { resource, type SessionUser } from 'svc/security'

export class NotEnough extends Error {
  override readonly name = 'NotEnough'
  readonly left: number

  constructor(left: number) {
    super(`${left} left`)
    this.left = left
  }
}

export interface Accession {
  readonly id: string
  readonly owner: string
  /** Colleagues who may see it, separated by commas. */
  readonly colleagues: string
  readonly species: string
  readonly note: string
  readonly seeds: number
}

const accessions = new Map<string, Accession>(
  [
    { id: '12', owner: 'vera', colleagues: '', species: 'Secale cereale', note: 'From a roof', seeds: 900 },
    { id: '121', owner: 'vera', colleagues: 'beatrix', species: 'Avena strigosa', note: 'Sown in 2024', seeds: 400 },
    { id: '130', owner: 'bea', colleagues: '', species: 'Linum austriacum', note: 'Blue', seeds: 2_000 },
  ].map((one) => [one.id, one]),
)

export const allAccessions = (): readonly Accession[] => [...accessions.values()]

export const findAccession = (id: string): Accession | undefined => accessions.get(id)

export function annotate(one: Accession, note: string): Accession {
  const changed = { ...one, note }
  accessions.set(one.id, changed)
  return changed
}

export function withdraw(id: string, seeds: number): Accession | undefined {
  const found = accessions.get(id)
  if (found === undefined) return undefined
  if (found.seeds < seeds) throw new NotEnough(found.seeds)
  const changed = { ...found, seeds: found.seeds - seeds }
  accessions.set(id, changed)
  return changed
}

const isColleague = ({ colleagues }: Accession, name: string): boolean => colleagues.split(',').includes(name)

/** Of the researcher who brought it, and of the named colleagues; curators see all. */
export const accession = resource('accession', {
  load: ({ params }: { params: { id: string } }) => accessions.get(params.id),
  may: (one, { auth }: { auth: SessionUser }) =>
    one.owner === auth.name || auth.role === 'curator' || isColleague(one, auth.name),
})
