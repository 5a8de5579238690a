import { exploreReads } from './reads.ts'
import type { Exploration } from '../ask/exploration.ts'
import type { Inferred } from '../whose/inferred.ts'
import { exploreOwned } from '../resources/resource-reads.ts'
import { exploreNames } from '../exposure/names.ts'
import { exploreBesideCookie } from '../exposure/beside-cookie.ts'
import { exploreCachedCopies } from '../exposure/cached-copies.ts'
import { exploreCallbacks } from '../exposure/callback.ts'
import { exploreCrossSite } from '../exposure/cross-site.ts'
import { exploreKeptPasswords } from '../exposure/kept-passwords.ts'
import { exploreKeptKeys } from '../exposure/kept-keys.ts'
import { exploreRevokedKeys } from '../exposure/revoked-keys.ts'
import { exploreListedKeys } from '../exposure/listed-keys.ts'
import { exploreMovedParts } from '../exposure/moved-parts.ts'
import { exploreNearOrigins } from '../exposure/near-origins.ts'
import { exploreRepeatedParts } from '../exposure/repeated-parts.ts'
import { exploreEmptySecrets } from '../exposure/empty-secrets.ts'
import { exploreOpenAlone } from '../exposure/open-alone.ts'
import { exploreOpenAddresses } from '../exposure/open-addresses.ts'
import { exploreOpenLists } from '../exposure/open-lists.ts'
import { exploreOwnProof } from '../exposure/own-proof.ts'
import { askEverybody } from '../fields/private-fields.ts'
import { exploreDefaultPasswords } from '../guesses/default-passwords.ts'
import { exploreEnumeration } from '../guesses/enumeration.ts'
import { exploreCodes } from '../guesses/guess-codes.ts'
import { exploreLoginLife } from '../guesses/login-life.ts'
import { exploreLoginName } from '../guesses/login-name.ts'
import { exploreLoginTime } from '../guesses/login-time.ts'
import { exploreOpenReset } from '../guesses/open-reset.ts'
import { exploreResets } from '../guesses/reset-by-code.ts'
import { exploreEndless } from '../guesses/endless-token.ts'
import { exploreMailedCodes } from '../guesses/mailed-codes.ts'
import { exploreOtherGuesses, exploreOtherLogins } from '../guesses/other-logins.ts'
import { exploreLogout } from '../guesses/kept-after-logout.ts'
import { exploreLookups } from '../guesses/guess-lookups.ts'
import { exploreAddressChange } from '../guesses/address-change.ts'
import { explorePasswordChange } from '../guesses/password-change.ts'
import { exploreBasicGuesses } from '../guesses/basic-guesses.ts'
import { exploreGuesses } from '../guesses/guess-limit.ts'
import { exploreSamePassword } from '../guesses/same-password.ts'
import { exploreShortPassword } from '../guesses/short-password.ts'
import { exploreSessionOrder } from '../guesses/session-order.ts'
import { noticeUnasked } from '../resources/unasked-ids.ts'
import { exploreTokenAddresses } from '../exposure/token-addresses.ts'
import { exploreUploads } from '../exposure/uploaded-files.ts'
import { exploreUndocumented } from '../exposure/undocumented.ts'
import { exploreAdministration } from '../exposure/administration.ts'
import { exploreUnguarded } from '../exposure/unguarded.ts'
import { exploreActingKeys } from '../exposure/acting-keys.ts'
import { exploreShares } from '../shares/explore-shares.ts'
import { exploreSharedKeys } from '../exposure/shared-keys.ts'
import { exploreSharedTokens } from '../guesses/shared-token.ts'
import { exploreTokenFacts } from '../guesses/token-facts.ts'
import { exploreTokens } from '../guesses/token-secret.ts'
import type { Throwaways } from '../ask/throwaways.ts'

/**
 * @param people how users are made; absent where the fixtures do not say, and where nothing may be changed
 * @param found who is who, and what each user reads: asked for once
 */
export type Part = (world: Exploration, people: Throwaways | undefined, found: () => Promise<Inferred>) => Promise<void>

/**
 * The parts of the stage, one after the other: later ones may destroy what earlier ones read. A part is a function of an
 * {@link Exploration}.
 */
const PARTS: readonly Staged[] = [
  onServers(exploreSharedTokens),
  everywhere(askEverybody),
  everywhere(exploreOwned),
  inProcess(noticeUnasked),
  inProcess(exploreOwnProof),
  inProcess(exploreNearOrigins),
  inProcess(exploreRepeatedParts),
  inProcess(exploreMovedParts),
  inProcess(exploreEmptySecrets),
  inProcess(exploreMailedCodes),
  everywhere(exploreReads),
  everywhere(exploreShares),
  onServers(async (world, _people, found) => exploreSharedKeys(world, (await found()).reading)),
  onServers(async (world, _people, found) => exploreActingKeys(world, await found())),
  everywhere(exploreTokens),
  everywhere(async (world, people, found) => exploreTokenFacts(world, people, (await found()).identities)),
  onServers(exploreUnguarded),
  onServers(exploreOpenAlone),
  everywhere(exploreOpenLists),
  onServers(exploreOpenAddresses),
  onServers(exploreAdministration),
  onServers(exploreUndocumented),
  onServers(async (world, _people, found) => exploreCachedCopies(world, (await found()).identities)),
  onServers(exploreCallbacks),
  onServers(exploreTokenAddresses),
  everywhere(exploreCrossSite),
  inProcess(exploreNames),
  // Logins, which may end the sessions of before.
  everywhere(exploreLoginLife),
  everywhere(exploreBesideCookie),
  withPeople((world, people, { identities }) => exploreListedKeys(world, people, identities)),
  everywhere(async (world, people, found) => exploreEnumeration(world, people, (await found()).identities)),
  withPeople((world, people) => (world.isLocal ? Promise.resolve() : exploreUploads(world, people))),
  withPeople(exploreShortPassword),
  withPeople(exploreOpenReset),
  withPeople((world, people, { identities }) => exploreResets({ world, people, identities })),
  withPeople((world, people, { identities }) => exploreAddressChange(world, people, identities)),
  withPeople((world, people, { identities }) => explorePasswordChange(world, people, identities)),
  withPeople((world, people, { identities }) => exploreLoginName(world, people, identities)),
  withPeople(exploreKeptKeys),
  everywhere(exploreRevokedKeys),
  everywhere(exploreLogout),
  everywhere(exploreOtherLogins),
  everywhere(exploreEndless),
  everywhere(exploreKeptPasswords),
]

/** Many logins, and wrong passwords and codes: an account or an address may be refused for a while after them. */
const GUESSES: readonly Staged[] = [
  everywhere(exploreSessionOrder),
  withPeople(exploreDefaultPasswords),
  everywhere(exploreCodes),
  everywhere(exploreLookups),
  withPeople(exploreLoginTime),
  // The sessions of a user of the fixtures end.
  onServers(exploreSamePassword),
  everywhere(exploreOtherGuesses),
  everywhere(exploreBasicGuesses),
  everywhere(exploreGuesses),
]

/** The parts for an application of this process, or for a server in another one. */
export function partsFor({
  isLocal,
}: Pick<Exploration, 'isLocal'>): Readonly<Record<'first' | 'guesses', readonly Part[]>> {
  const own = (parts: readonly Staged[]): readonly Part[] =>
    parts.filter(({ of }) => of === undefined || (of === 'application') === isLocal).map(({ part }) => part)
  return { first: own(PARTS), guesses: own(GUESSES) }
}

/** A part, and what it is for; absent for both. */
interface Staged {
  readonly part: Part
  readonly of?: 'server' | 'application'
}

function everywhere(part: Part): Staged {
  return { part }
}

/** The catalogue asks an application of this process the same, or its declarations say it. */
function onServers(part: Part): Staged {
  return { part, of: 'server' }
}

/** Needs to see which functions are called and what they read. */
function inProcess(part: Part): Staged {
  return { part, of: 'application' }
}

/** Needs users that are made for the run. */
function withPeople(part: (world: Exploration, people: Throwaways, inferred: Inferred) => Promise<void>): Staged {
  return everywhere(async (world, people, found) => people && part(world, people, await found()))
}
