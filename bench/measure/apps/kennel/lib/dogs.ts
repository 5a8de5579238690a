import { resource } from 'svc/security'
import { isStaff } from './guards.ts'
import type { Person } from './people.ts'

export class NoPen extends Error {
  override readonly name = 'NoPen'
}

export interface Dog {
  readonly id: string
  readonly owner: string
  readonly breed: string
  food: string
}

const dogs: Dog[] = [
  { id: 'd-1', owner: 'olga', breed: 'terrier', food: 'dry' },
  { id: 'd-2', owner: 'marc', breed: 'spaniel', food: 'raw' },
]

export const allDogs = (): readonly Dog[] => dogs

export function addDog(owner: string, breed: string): Dog {
  const made = { id: `d-${dogs.length + 1}`, owner, breed, food: 'dry' }
  dogs.push(made)
  return made
}

export function feed(dog: Dog, food: string): Dog {
  dog.food = food
  return dog
}

/** A stay of a dog. */
export function book(dog: Dog, nights: number) {
  if (nights > 60) throw new NoPen()
  return { dog: dog.id, breed: dog.breed, food: dog.food, nights }
}

/** Of its owner; who works in the kennel may have all. */
export const dog = resource('dog', {
  load: ({ params }: { params: { id: string } }) => dogs.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: Person }) => owner === auth.name || isStaff(auth),
})
