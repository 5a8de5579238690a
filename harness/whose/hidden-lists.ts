import type { Exploration } from '../ask/exploration.ts'
import { foldName } from '../ask/values.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Pair } from './find-made.ts'
import { foundShown } from './judge-change.ts'
import { paramsOf } from './path-nouns.ts'
import { listsOf, type Records } from './record-places.ts'

/** Parameters of a list that say which records are wanted, and nothing that is to be done: those that are not published, that are hidden. */
const FLAG =
  /^(?:is)?(?:published|unpublished|drafts?|deleted|hidden|visible|visibility|private|status|state)$|^(?:include|show|with)(?:un|deleted|hidden|draft|private)/
/** Their values, as servers name such records. */
const VALUES: readonly string[] = ['false', 'true', 'draft', 'private', 'hidden', 'all']

/** Asks for the lists that leave a record of the run out, with each documented parameter by which they may have it. */
export async function tryHiddenLists(
  { create }: Records,
  made: MadeRecord,
  { owner, other }: Pair,
  world: Exploration,
): Promise<void> {
  for (const route of listsOf(create, world)) {
    const flags = (route.inputs?.query ?? []).filter((name) => FLAG.test(foldName(name)))
    if (paramsOf(route).length > 0 || flags.length === 0 || !world.wants('resource.list', route)) continue
    const plain = await world.ask({ route, as: other })
    if (plain?.isGood !== true || plain.text.includes(made.text)) continue
    for (const flag of flags)
      for (const value of VALUES) {
        const answer = await world.ask({ route, as: other, query: { [flag]: value } })
        if (answer?.isGood !== true || !answer.text.includes(made.text)) continue
        // A list that was kept for a moment may have it by now.
        const again = await world.ask({ route, as: other })
        if (again?.isGood !== true || again.text.includes(made.text)) return
        const title = `the list with ${flag}=${value}, by ${other.name}, who has nothing to do with a record of ${owner.name}`
        const record = { owner, user: other, own: plain }
        foundShown(
          { row: 'resource.list', route, variant: `made.${flag}`, title, answers: [plain, answer], record },
          `${route.key} gives any user the records that it leaves out where ${flag}=${value} asks for them: whose they are, is not asked`,
          world,
        )
        return
      }
  }
}
