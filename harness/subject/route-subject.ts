import type { AuthDescription, LeafDescription } from 'svc'
import { isSafeMethod, isSameCarrier, leavesOf } from '../../server/internal.ts'
import { type Credential, type Fixtures, type RouteFixture, NO_FIXTURE } from '../model/fixtures.ts'
import type { Expectation } from '../model/expectation.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { Step } from '../model/scenario.ts'
import { companionsOf, predict, type Presentation, type Presented } from './oracle.ts'
import { mayUse, refusesAll } from './standing.ts'
import { fixtureFor, plainRequest } from './plain-request.ts'
import type { PlanContext } from './plan-input.ts'
import { endsSessions } from './ends-sessions.ts'
import { withBeside, withCredential } from './place.ts'
import { wrongParts } from './wrong-parts.ts'
import { scopesAround, takesTokensOf } from '../model/token-facts.ts'
import { readAs } from '../model/scheme.ts'
import { knownText, type Subject } from './leaf-subject.ts'
import { shortHash } from '../text/hash.ts'

/** One route with auth, and what is known about its credentials: what the parts of the plan ask. */
export class RouteSubject {
  readonly route: Route & { readonly auth: AuthDescription }
  readonly input: PlanContext
  readonly fixtures: Fixtures
  readonly fixture: RouteFixture
  /** Each authenticator with the carrier that it reads; a function with a scheme as an authenticator of that carrier. */
  readonly leaves: readonly LeafDescription[]
  /** A request without any credential. */
  readonly plain: RequestData

  /** @param read the kind of each authenticator, by its declaration; `readAs` if absent */
  constructor(
    route: Route & { readonly auth: AuthDescription },
    input: PlanContext,
    read: (declared: LeafDescription) => LeafDescription = readAs,
  ) {
    this.route = route
    this.input = input
    this.fixtures = input.fixtures
    this.fixture = input.fixtures.routes[route.key] ?? NO_FIXTURE
    this.leaves = leavesOf(route.auth).map(read)
    this.plain = this.#refuseCallables()
  }

  /** Whether HEAD runs this operation: a GET beside which no HEAD of its own is declared. */
  get answersHead(): boolean {
    const { method, path } = this.route
    return method === 'GET' && !this.input.routes.some((one) => one.method === 'HEAD' && one.path === path)
  }

  /** Whether the application reads this credential itself, in a way that only it knows. */
  readsItself(index: number): boolean {
    return leavesOf(this.route.auth)[index]?.carrier.in === 'request'
  }

  leaf(index: number): LeafDescription {
    return this.leaves[index] as LeafDescription
  }

  /** The good credentials of one authenticator, those of users who may first. */
  valid(index: number): readonly Credential[] {
    const known = this.fixtures.valid[this.leaf(index).name] ?? []
    const scopes = scopesAround(this.route.auth, index)
    const rank = ({ user, issued }: Credential): number => {
      const may = mayUse(user, this.fixtures, this.fixture)
      if (issued !== undefined && !scopes.every((scope) => issued.scopes.includes(scope))) return 2
      // Other requests have the parameters of all.
      const own = Object.entries(this.fixture.paramsOf?.[user] ?? {})
      const other = own.every(([name, value]) => this.fixture.params[name] === value) ? 0 : 0.5
      return other + (may === undefined ? 1 : may ? 0 : 2)
    }
    const leaf = this.leaf(index)
    const good = leaf.superuser ? known.filter(isSuperuser) : known.filter((one) => isFor(one, leaf))
    return [...good].toSorted((a, b) => rank(a) - rank(b))
  }

  /** The bad credentials that the fixtures name; for a function of the request also those made from a good one. */
  invalid(index: number): readonly Credential[] {
    const named = this.fixtures.invalid[this.leaf(index).name] ?? []
    return this.leaf(index).carrier.in === 'request'
      ? [...named, ...wrongParts(this.valid(index), plainRequest(this.route, this.fixture).body)]
      : named
  }

  good(index: number): Credential | undefined {
    const credential = this.valid(index)[0]
    return credential && this.fresh(credential)
  }

  /** An unsafe operation, and a logout by GET, may end the session: each request brings one of its own. */
  fresh(credential: Credential): Credential {
    const { value } = credential
    if (value.type !== 'session') return credential
    if (isSafeMethod(this.route.method) && !endsSessions(this.route, this.fixtures)) return credential
    return { ...credential, value: { ...value, value: this.input.takeSpare(value) ?? value.value } }
  }

  /**
   * The plain request with what must accompany this authenticator inside `all`, or `undefined` where that is unknown.
   *
   * @param user the user whose credentials those must be
   */
  bare(index: number, user?: string): RequestData | undefined {
    let request = this.leaf(index).carrier.in === 'request' ? this.#refuseCallables(index) : this.plain
    const { paramsOf, callers } = this.fixture
    if (paramsOf?.[user ?? ''] !== undefined || callers?.[user ?? ''] !== undefined) {
      const { target, body } = plainRequest(this.route, fixtureFor(this.fixture, user))
      request = { ...request, target, ...(body === undefined ? {} : { body }) }
    }
    for (const companion of companionsOf(this.route.auth, index)) {
      const credential = this.#companion(companion, user)
      if (credential === undefined) return undefined
      request = withCredential(request, this.leaf(companion), credential.value)
    }
    const known = this.valid(index)
    const own = (known.find((credential) => credential.user === user) ?? known[0])?.value
    return own?.type === 'key' ? withBeside(request, own.beside) : request
  }

  /** A credential of the user, else one that belongs to no user; the best known one if no user is given. */
  #companion(index: number, user: string | undefined): Credential | undefined {
    if (user === undefined) return this.good(index)
    const known = this.valid(index)
    const own = known.find((credential) => credential.user === user)
    const common = known.find((credential) => this.fixtures.users[credential.user] === undefined)
    const credential = own ?? common
    return credential && this.fresh(credential)
  }

  /**
   * A request that is good through this authenticator, and what it presents.
   *
   * @param method in place of the route's own
   */
  goodRequest(
    index: number,
    method: string = this.route.method,
  ): { readonly request: RequestData; readonly presentation: Presentation } | undefined {
    const bare = this.bare(index)
    const credential = this.good(index)
    if (bare === undefined || credential === undefined) return undefined
    const sent = { ...bare, method }
    return {
      request: withCredential(sent, this.leaf(index), credential.signed?.(sent) ?? credential.value),
      presentation: this.presentation(index, 'good', knownText(credential)),
    }
  }

  /** Authenticators for which a good credential is known, companions included; the `use` of the fixtures first. */
  goodLeaves(): readonly number[] {
    // By the answers of the server no user of the fixtures may.
    if (refusesAll(this.fixture)) return []
    const known = this.leaves.map((_, index) => index).filter((index) => this.goodRequest(index) !== undefined)
    const open = known.filter((index) => !this.#refusedLeaves.has(index))
    const indexes = open.length > 0 ? open : known
    const used = indexes.findIndex((index) => this.leaf(index).name === this.fixture.use)
    return used > 0 ? [indexes[used] as number, ...indexes.filter((_, i) => i !== used)] : indexes
  }

  /**
   * Authenticators to each of whose users the fixtures deny this route, where they let a user of another one in: a guard refuses
   * them. Asked for with each step, and found once.
   */
  get #refusedLeaves(): ReadonlySet<number> {
    return (this.#refused ??= this.#findRefused())
  }

  #refused: ReadonlySet<number> | undefined

  #findRefused(): ReadonlySet<number> {
    const best = this.leaves.flatMap((_, index) =>
      this.valid(index)
        .slice(0, 1)
        .map(({ user }) => ({ index, user })),
    )
    const denied = best.filter(({ user }) => mayUse(user, this.fixtures, this.fixture) === false)
    return new Set(denied.length < best.length ? denied.map(({ index }) => index) : [])
  }

  /** The presentation of a request about one authenticator: its companions are good, those in the same place alike. */
  presentation(index: number, presented: Presented, text?: string): Presentation {
    const result: Record<number, Presented> = {}
    for (const companion of companionsOf(this.route.auth, index)) result[companion] = 'good'
    for (const [other, leaf] of this.leaves.entries()) {
      if (other === index || !isSameCarrier(leaf.carrier, this.leaf(index).carrier)) continue
      if (leaf.carrier.in === 'session' && presented === 'good') {
        result[other] = leaf.superuser ? 'wrong' : 'good'
        continue
      }
      const known = text !== undefined && this.valid(other).some((credential) => knownText(credential) === text)
      result[other] = presented === 'good' || presented === 'wrong' ? (known ? 'good' : 'wrong') : presented
    }
    result[index] = presented
    return result
  }

  /** A step whose expectation follows from what it presents; `refusal` replaces a plain 401. */
  step(request: RequestData, presentation: Presentation, refusal: Expectation = 'deny', calls = true): Step {
    const prediction = predict(this.route.auth, presentation)
    const { winner: leaf } = prediction
    const winner = leaf === undefined ? undefined : this.valid(leaf)[0]
    const isRefused = prediction.expect === 'allow' && leaf !== undefined && this.#refusedLeaves.has(leaf)
    const isAllowed = winner?.principal !== undefined && prediction.expect === 'allow' && !isRefused
    const expect = prediction.expect === 'deny' ? refusal : isRefused ? 'forbid' : prediction.expect
    const step: Step = isAllowed ? { request, expect, principal: winner.principal } : { request, expect }
    return calls ? { ...step, calls: prediction.calls } : step
  }

  subject(index: number): Subject | undefined {
    const bare = this.bare(index)
    if (bare === undefined) return undefined
    const { name } = this.leaf(index)
    return {
      route: this.route,
      fixture: this.fixture,
      leaf: this.leaf(index),
      index,
      bare,
      good: this.good(index),
      valid: this.valid(index),
      invalid: this.invalid(index),
      foreign: Object.entries(this.fixtures.valid).flatMap(([owner, credentials]) =>
        owner === name || this.#isAlternative(owner, index) || this.#isBeforeLogin(index)
          ? []
          : credentials.filter((one) => one.issued === undefined || !isFor(one, this.leaf(index))),
      ),
      sessions: Object.values(this.fixtures.valid)
        .flat()
        .flatMap(({ value }) => (value.type === 'session' ? [value] : [])),
      ...(this.input.publicKeys === undefined ? {} : { publicKeys: this.input.publicKeys }),
      tokenKey: this.fixtures.tokenKeys?.[name] ?? this.fixtures.foundKeys?.[name],
      standIn: `svc-${shortHash(this.input.seed, this.route.key, name)}`,
    }
  }

  /**
   * Whether either of two authenticators opens the route. A token that is read in a header or in a cookie gives nothing
   * more in the place of the other.
   */
  #isAlternative(owner: string, index: number): boolean {
    const other = this.leaves.findIndex(({ name }) => name === owner)
    return other >= 0 && !companionsOf(this.route.auth, index).includes(other)
  }

  /**
   * Whether an authenticator is for the steps between a login and its end alone, and reads what the login gives: who has taken all of them may
   * well be let in there.
   */
  #isBeforeLogin(index: number): boolean {
    const { login } = this.fixtures
    const { name } = this.leaf(index)
    if (login === undefined || login.authenticator !== name) return false
    const folder = login.request.target.split('?')[0]?.replace(/[^/]*$/, '') ?? ''
    const own = this.input.routes.filter(({ auth }) => leavesOf(auth).some((leaf) => leaf.name === name))
    return folder !== '/' && own.every(({ base, path }) => (base + path).startsWith(folder))
  }

  /** A callable that would let an unmarked request in (an address list, for one) is given an address that it refuses. */
  #refuseCallables(except?: number): RequestData {
    const plain = plainRequest(this.route, this.fixture)
    const refused = this.leaves.flatMap(({ carrier }, index) => {
      return carrier.in === 'request' && index !== except ? this.invalid(index).map(({ value }) => value) : []
    })
    const address = refused.find((value) => value.type === 'parts' && value.from !== undefined)
    return address?.type === 'parts' && address.from !== undefined ? { ...plain, from: address.from } : plain
  }
}

/** Whether a token that the harness issued is one for this authenticator: two may have one name, and two may take one token. */
function isFor({ issued }: Credential, { token }: LeafDescription): boolean {
  return issued === undefined || (token !== undefined && takesTokensOf(token, issued.facts))
}

/** Users of the fixtures who are not superusers are bad credentials here. */
function isSuperuser({ value }: Credential): boolean {
  return value.type !== 'session' || (value.user as { readonly isSuperuser?: unknown } | null)?.isSuperuser === true
}
