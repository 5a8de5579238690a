import { resource } from 'svc/security'
import type { Rider } from './riders.ts'

export interface Pass {
  readonly id: string
  readonly rider: string
  readonly rides: number
}

const passes = new Map<string, Pass>(
  [
    { id: 'p-801', rider: 'selma', rides: 10 },
    { id: 'p-802', rider: 'timo', rides: 4 },
  ].map((one) => [one.id, one]),
)

export const allPasses = (): readonly Pass[] => [...passes.values()]
export const findPass = (id: string): Pass | undefined => passes.get(id)

export function sell(rider: string, rides: number): Pass {
  const made = { id: `p-${passes.size + 801}`, rider, rides }
  passes.set(made.id, made)
  return made
}

export const pass = resource('pass', {
  load: ({ params }: { params: { id: string } }) => passes.get(params.id),
  may: ({ rider }, { auth }: { auth: Rider }) => rider === auth.name,
})
