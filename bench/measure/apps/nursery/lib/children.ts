import type { SessionUser } from 'svc'
import { resource } from 'svc/security'
import { isStaff } from './guards.ts'

export interface Child {
  readonly id: string
  readonly name: string
  readonly parents: readonly string[]
  readonly group: string
  readonly fee: number
  readonly note: string
}

const children = new Map<string, Child>([
  ['c-1', { id: 'c-1', name: 'Lina', parents: ['mia'], group: 'hedgehogs', fee: 210, note: 'no nuts' }],
  ['c-2', { id: 'c-2', name: 'Paul', parents: ['tom'], group: 'foxes', fee: 180, note: 'sleeps at noon' }],
  ['c-3', { id: 'c-3', name: 'Emmy', parents: ['mia', 'otto'], group: 'foxes', fee: 190, note: 'likes frogs' }],
])

export const allChildren = (): readonly Child[] => [...children.values()]

export function change(child: Child, changes: Partial<Child>): Child {
  const changed = { ...child, ...changes }
  children.set(child.id, changed)
  return changed
}

/** Of each parent; the staff has all. */
export const child = resource('child', {
  load: ({ params }: { params: { id: string } }) => children.get(params.id),
  may: ({ parents }, { auth }: { auth: SessionUser }) => isStaff(auth) || parents.includes(auth.name),
})
