import type { Reading } from './reading.ts'
import type { Identities } from './identities.ts'
import type { Throwaways } from '../ask/throwaways.ts'

/** The results of the reads of a run, and the maker of users for its writes, where the fixtures say how they register. */
export interface Inferred {
  readonly identities: Identities
  readonly reading: Reading
  readonly people: Throwaways | undefined
}
