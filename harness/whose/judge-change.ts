import type { Answer, Exploration, Tried } from '../ask/exploration.ts'
import { isRefusal } from '../ask/standing.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import { saysTaken } from '../text/says-taken.ts'

/** A request that was tried, about the record of a user. */
export type Shown = Tried & { readonly record: NonNullable<Tried['record']> }

/** Reports an answer that holds what the owner of a record has written: the last one. */
export function foundShown(tried: Shown, cause: string, world: Exploration): void {
  const { name } = tried.record.owner
  world.found({
    ...tried,
    code: 'foreign',
    expected: `an answer without what only ${name} has`,
    got: `${tried.answers.at(-1)?.status ?? 0} with what ${name} has written`,
    cause,
  })
}

export function nameOf(user: User | undefined): string {
  return user?.name ?? 'anonymous'
}

/** How a change is called that is not of a record. */
export interface Words {
  readonly title: string
  /** After `anonymous clients may …`. */
  readonly openly: string
  /** After the operation. */
  readonly freely: string
  /** Of the row, on its operation. */
  readonly variant: string
}

export interface Seen {
  readonly route: Route
  readonly owner: User
  /** `undefined` for a request without a credential. */
  readonly other: User | undefined
  readonly sent: Answer
  readonly changes: readonly string[]
  /** The answer to the owner's own request; absent where the other one has done it. */
  readonly own: Answer | undefined
}

/** Judges a change by what the owner sees afterwards, and a refusal by whether the owner's own request is refused as well. */
export function judgeChange(
  { route, owner, other, sent, changes, own, variant, ...words }: Seen & Partial<Words>,
  world: Exploration,
): void {
  const {
    title = `a change of a record of ${owner.name}, sent ${other === undefined ? 'without a credential' : `by ${other.name}`}`,
    openly = 'what belongs to a user changes without a credential',
    freely = 'changes the record for any user who names its id: whose it is',
  } = words
  const note = changes.length > 0 ? 'changed' : sent.isGood ? 'unchanged' : undefined
  const record = { owner, user: other, own, note }
  const tried = {
    row: 'resource.write',
    route,
    title,
    answers: [sent],
    record,
    ...(variant === undefined ? {} : { variant }),
  } as const satisfies Tried
  if (changes.length > 0)
    return world.found({
      ...tried,
      code: 'changed',
      expected: 'nothing that the owner sees has changed',
      got: `${sent.status}, and ${changes.slice(0, 3).join(', ')}`,
      cause:
        other === undefined
          ? `anonymous clients may ${route.key}: ${openly}`
          : `${route.key} ${freely}, is not compared with who asks`,
    })
  if (saysTaken(sent))
    return world.inconclusive(tried, `${sent.status} says that there is such a record already: it refuses no user`)
  if (own?.isGood === true || isRefusal(sent)) return world.passed(tried)
  world.inconclusive(tried, `the owner's own request is answered with ${own?.status ?? 0}, so a refusal proves nothing`)
}
