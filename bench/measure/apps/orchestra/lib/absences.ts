import { resource, type SessionUser } from 'svc/security'

interface Absence {
  readonly id: string
  readonly by: string
  readonly section: string
  readonly reason: string
}

const absences: Absence[] = [
  { id: 'a-1', by: 'anja', section: 'strings', reason: 'a wedding' },
  { id: 'a-2', by: 'bela', section: 'strings', reason: 'a dentist' },
]

export const allAbsences = (): readonly Absence[] => absences

export function addAbsence({ name, section }: SessionUser, reason: string): Absence {
  const made = { id: `a-${absences.length + 1}`, by: name, section, reason }
  absences.push(made)
  return made
}

/** Of who is away; leaders see those of their section. */
export const absence = resource('absence', {
  load: ({ params }: { params: { id: string } }) => absences.find(({ id }) => id === params.id),
  may: ({ by, section }, { auth }: { auth: SessionUser }) =>
    by === auth.name || (auth.isLeader === true && section === auth.section),
})
