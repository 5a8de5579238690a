import { resource } from 'svc/security'
import type { Member } from './members.ts'

export interface Child {
  readonly id: string
  readonly parent: string
  readonly form: string
}

const children: readonly Child[] = [
  { id: 'c-17', parent: 'paul', form: '5b' },
  { id: 'c-42', parent: 'pia', form: '7a' },
]

export const all = (): readonly Child[] => children

/** A child is seen by its parent, by teachers and by the head. */
export const child = resource('child', {
  load: ({ params }: { params: { id: string } }) => children.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Pick<Member, 'name' | 'role'> }) => one.parent === auth.name || auth.role !== 'parent',
})
