import { exploreReads } from './reads.ts'
import type { Exploration } from '../ask/exploration.ts'
import type { Inferred } from '../whose/inferred.ts'
import { exploreOwned } from '../resources/resource-reads.ts'
import { exploreNames } from '../exposure/names.ts'
import { exploreBesideCookie } from '../exposure/beside-cookie.ts'
import { exploreCallbacks } from '../exposure/callback.ts'
import { exploreCrossSite } from '../exposure/cross-site.ts'
import { exploreKeptKeys } from '../exposure/kept-keys.ts'
import { exploreListedKeys } from '../exposure/listed-keys.ts'
import { exploreMovedParts } from '../exposure/moved-parts.ts'
import { exploreNearOrigins } from '../exposure/near-origins.ts'
import { exploreRepeatedParts } from '../exposure/repeated-parts.ts'
import { exploreEmptySecrets } from '../exposure/empty-secrets.ts'
import { exploreOpenAlone } from '../exposure/open-alone.ts'
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
import { exploreEndless } from '../guesses/endless-token.ts'
import { exploreMailedCodes } from '../guesses/mailed-codes.ts'
import { exploreOtherLogins } from '../guesses/other-logins.ts'
import { exploreLogout } from '../guesses/kept-after-logout.ts'
import { exploreLookups } from '../guesses/guess-lookups.ts'
import { exploreAddressChange } from '../guesses/address-change.ts'
import { explorePasswordChange } from '../guesses/password-change.ts'
import { exploreBasicGuesses } from '../guesses/basic-guesses.ts'
import { exploreGuesses } from '../guesses/guess-limit.ts'
import { exploreShortPassword } from '../guesses/short-password.ts'
import { exploreSessionOrder } from '../guesses/session-order.ts'
import { noticeUnasked } from '../resources/unasked-ids.ts'
import { exploreUndocumented } from '../exposure/undocumented.ts'
import { exploreAdministration } from '../exposure/administration.ts'
import { exploreUnguarded } from '../exposure/unguarded.ts'
import { exploreActingKeys } from '../exposure/acting-keys.ts'
import { exploreSharedKeys } from '../exposure/shared-keys.ts'
import { exploreSharedTokens } from '../guesses/shared-token.ts'
import { exploreTokens } from '../guesses/token-secret.ts'
import type { Throwaways } from '../ask/throwaways.ts'

/**
 * The parts of the stage, one after the other: later ones may destroy what earlier ones read. A part is a function of an
 * {@link Exploration}.
 */
export const PARTS: readonly Part[] = [
  exploreSharedTokens,
  askEverybody,
  exploreOwned,
  exploreReads,
  async (world, _people, found) => exploreSharedKeys(world, (await found()).reading),
  async (world, _people, found) => exploreActingKeys(world, await found()),
  exploreTokens,
  exploreUnguarded,
  exploreOpenAlone,
  exploreOpenLists,
  exploreAdministration,
  exploreUndocumented,
  exploreCallbacks,
  exploreCrossSite,
  // Logins, which may end the sessions of before.
  exploreLoginLife,
  exploreBesideCookie,
  exploreSessionOrder,
  async (world, people, found) => people && exploreListedKeys(world, people, (await found()).identities),
  async (world, people) => people && exploreEnumeration(world, people),
  async (world, people) => people && exploreShortPassword(world, people),
  async (world, people) => people && exploreOpenReset(world, people),
  async (world, people, found) => people && exploreAddressChange(world, people, (await found()).identities),
  async (world, people, found) => people && explorePasswordChange(world, people, (await found()).identities),
  async (world, people, found) => people && exploreLoginName(world, people, (await found()).identities),
  async (world, people) => people && exploreKeptKeys(world, people),
  exploreLogout,
  exploreOtherLogins,
  exploreEndless,
  async (world, people) => people && exploreDefaultPasswords(world, people),
  exploreCodes,
  exploreLookups,
  async (world, people) => people && exploreLoginTime(world, people),
  exploreBasicGuesses,
  exploreGuesses,
]
/** The same of an application of this process. */
export const LOCAL_PARTS: readonly Part[] = [
  askEverybody,
  exploreOwned,
  noticeUnasked,
  exploreOwnProof,
  exploreNearOrigins,
  exploreRepeatedParts,
  exploreMovedParts,
  exploreEmptySecrets,
  exploreMailedCodes,
  exploreNames,
]

/**
 * @param people how users are made; absent where the fixtures do not say, and where nothing may be changed
 * @param found who is who, and what each user reads: asked for once
 */
export type Part = (world: Exploration, people: Throwaways | undefined, found: () => Promise<Inferred>) => Promise<void>
