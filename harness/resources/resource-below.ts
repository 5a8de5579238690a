import type { OwnedResource } from '../model/fixtures.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { askAt, lookAt, type Owned, type OwnedPlace, recordsOf } from './resource-places.ts'

/** A record below another, which its owner can read. */
export interface Below {
  readonly name: string
  readonly place: OwnedPlace
  readonly record: Owned
}

/** The records below one that is about to be deleted. */
export async function readBelow(
  resource: OwnedResource,
  { owner, params }: Owned,
  world: Exploration,
): Promise<readonly Below[]> {
  const isBelow = (one: Owned): boolean =>
    one.owner.name === owner.name &&
    Object.keys(one.params).length > Object.keys(params).length &&
    Object.entries(params).every(([name, value]) => one.params[name] === value)
  const found: Below[] = []
  for (const other of (world.fixtures.resources ?? []).filter((one) => one !== resource)) {
    const place = lookAt(other, world)
    const record = recordsOf(other, world).find(isBelow)
    if (place === undefined || record === undefined) continue
    const answer = await askAt(place, owner, record.params, world)
    if (answer?.isGood === true) found.push({ name: other.name, place, record })
  }
  return found
}

/** Asks for them again after the deletion. */
export async function askBelow(
  below: readonly Below[],
  { title, variant, sent }: { readonly title: string; readonly variant: string; readonly sent: Answer },
  world: Exploration,
): Promise<void> {
  for (const { name, place, record } of below) {
    const after = await askAt(place, record.owner, record.params, world)
    if (after === undefined) return
    const tried = {
      row: 'resource.gone',
      route: place.route,
      variant: `${variant}-${name}`,
      answers: [sent, after],
    } as const
    world.passed({ ...tried, title: `${name} below ${title}` })
    if (after.isGood)
      world.question(
        place.route,
        `${name} below ${title}, is answered with ${after.status}: is it meant to outlive it?`,
      )
  }
}
