import type { LeafDescription, Sessions } from 'svc'
import { leavesOf, namesOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { SigningFixture } from '../model/signing.ts'
import type { Credential, CredentialLogin, CredentialValue, Fixtures, FormFlow } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { credentialOf } from '../model/taken-credential.ts'
import type {
  CredentialFixture,
  CredentialInput,
  FixtureFile,
  LoginFixture,
  PartsFixture,
  UserFixture,
} from './define.ts'
import { entriesOf, isLogin, readTyped } from './entries.ts'
import { countSpares } from './session-spares.ts'
import { sealSession } from './seal.ts'
import { resolveThrowaway } from './resolve-throwaway.ts'
import { SecretTexts } from './secret-texts.ts'
import { isSigning, signerOf } from './signer.ts'
import { issueTokens, type PassesAlone } from './issued-tokens.ts'
import { readAs } from '../model/scheme.ts'
import { textOfParts } from './text-of-parts.ts'
import { requireFit } from './fit.ts'
import { resolveResources, withOwnRecords } from './resolve-resources.ts'
import {
  resolveFlow,
  resolveForm,
  resolveLogouts,
  resolveRefresh,
  resolveRoutes,
  withFormHeader,
} from './resolve-routes.ts'
import { resolveText, type TextSource } from './resolve-text.ts'
import { factsOfUsers } from './user-facts.ts'
import type { ThrowawaySteps } from './user-logins.ts'

/** Logs in and gives what was taken out of the answer. */
export type LogIn = (request: RequestData, login: LoginFixture['login'], form: FormFlow | undefined) => Promise<string>

/** The input with which fixtures are resolved. */
export interface ResolveInput {
  readonly fixtures: FixtureFile
  readonly routes: readonly Route[]
  readonly source: TextSource
  /** The application's own sessions; absent for a server in another process. */
  readonly sessions: Sessions | undefined
  readonly logIn: LogIn
  /** Asked of tokens that the harness issues; all of them pass if absent. */
  readonly passes?: PassesAlone
  /** Requests that make a user and log them in, with places for name and password. */
  readonly throwaway?: (ThrowawaySteps & { readonly authenticator: string }) | undefined
  /** Nothing is sent and nothing kept. */
  readonly dry?: boolean
}

/** Reads secrets, seals sessions, logs in: after this nothing of the fixtures is left to be found out. */
export async function resolveFixtures(input: ResolveInput): Promise<Fixtures> {
  return new Resolution(input).run()
}

const PARTS = namesOf<PartsFixture & SigningFixture>({
  from: true,
  headers: true,
  query: true,
  cookies: true,
  sign: true,
  signs: true,
})

/** A value of the fixtures. */
interface Resolved {
  readonly value: CredentialValue
  readonly origin: string
  /** The login that gave it. */
  readonly login?: CredentialLogin
}

class Resolution {
  readonly #input: ResolveInput
  readonly #texts: SecretTexts
  readonly #valid: Record<string, Credential[]> = {}
  readonly #invalid: Record<string, Credential[]> = {}
  readonly #logins: CredentialLogin[] = []

  /** The users of the fixtures, with what their facts say. */
  readonly #users: Readonly<Record<string, UserFixture>>

  readonly #form: FormFlow | undefined

  constructor(input: ResolveInput) {
    this.#input = input
    this.#texts = new SecretTexts(input.source)
    this.#form = resolveForm(input.fixtures, this.#texts)
    this.#users = factsOfUsers(input.fixtures, this.#texts)
  }

  async run(): Promise<Fixtures> {
    const { fixtures, routes, source } = this.#input
    const users = this.#users
    const resources = fixtures.resources && resolveResources(fixtures.resources, source)
    for (const [name, credential] of Object.entries(fixtures.credentials ?? {}))
      await this.#addCredentials(name, credential)
    await this.#addSessions()
    await this.#addTokens()
    return {
      users: Object.fromEntries(
        Object.entries(users).map(([name, { roles = [], principal }]) => {
          return [name, { roles, ...(principal === undefined ? {} : { principal }) }]
        }),
      ),
      valid: this.#valid,
      invalid: this.#invalid,
      tokenKeys: this.#texts.secretsOf(fixtures.tokenKeys ?? {}, 'tokenKeys'),
      routes: withFormHeader(
        withOwnRecords(resolveRoutes(fixtures, this.#texts, source), resources ?? [], routes),
        fixtures,
        routes,
      ),
      ...(this.#form === undefined ? {} : { form: this.#form }),
      ...(fixtures.login === undefined ? {} : { login: resolveFlow(fixtures.login, 'login', this.#texts) }),
      ...resolveLogouts(fixtures, this.#texts),
      ...resolveThrowaway(this.#input),
      ...(fixtures.whoami === undefined ? {} : { whoami: fixtures.whoami }),
      ...(resources === undefined ? {} : { resources }),
      ...(fixtures.fields === undefined ? {} : { fields: fixtures.fields }),
      ...(this.#logins.length === 0 ? {} : { logins: this.#logins }),
      scenarios: fixtures.scenarios ?? [],
      policy: { undeclared: 'fail', challenge: 'always', ...fixtures.policy },
      secrets: this.#texts.secrets,
      literals: this.#texts.literals,
    }
  }

  async #addCredentials(name: string, fixture: CredentialFixture): Promise<void> {
    const users = Object.keys(this.#input.fixtures.users ?? {})
    for (const { kind, user, input, principal } of entriesOf(name, fixture, users)) {
      await this.#add(kind === 'valid' ? this.#valid : this.#invalid, name, user, input, principal)
    }
  }

  async #add(
    into: Record<string, Credential[]>,
    authenticator: string,
    user: string,
    input: CredentialInput,
    principal: unknown,
  ): Promise<void> {
    const place = `credentials.${authenticator}.${user}`
    const leaves = this.#leavesOf(authenticator)
    const { value: given, origin, login } = await this.#value(input, place, authenticator, user)
    // One that gives a bad credential is not how users log in.
    if (login !== undefined && into === this.#valid) this.#logins.push(login)
    const value = textOfParts(given, leaves)
    const hide = (text: string): void => this.#texts.hide(text, place, authenticator)
    const signed = isSigning(input) ? signerOf(input, { place, leaves, hide }) : undefined
    if (signed === undefined) requireFit(value, leaves, place)
    const said = principal ?? (isLogin(input) ? input.login.principal : undefined)
    const known = this.#texts.replaced(said, `${place}, principal`) ?? this.#users[user]?.principal
    const list = (into[authenticator] ??= [])
    list.push({
      authenticator,
      user,
      value,
      origin,
      synthetic: false,
      ...(signed === undefined ? {} : { signed }),
      ...(known === undefined ? {} : { principal: known }),
    })
  }

  #leavesOf(authenticator: string): readonly LeafDescription[] {
    const leaves = this.#input.routes.flatMap(({ auth }) => leavesOf(auth))
    return leaves.filter(({ name }) => name === authenticator).map(readAs)
  }

  async #value(input: CredentialInput, place: string, owner: string, user: string): Promise<Resolved> {
    if (isLogin(input)) return this.#loggedIn(input.login, place, owner, user)
    const typed = readTyped(input)
    if (typed?.type === 'key') {
      const { value, origin } = this.#texts.secret(typed.value, place, owner)
      return { value: { type: 'key', value }, origin }
    }
    if (typed?.type === 'basic') {
      const username = resolveText(typed.username, `${place}.username`, this.#input.source).value
      const { value: password, origin } = this.#texts.secret(typed.password, `${place}.password`, owner)
      this.#texts.hide(`${username}:${password}`, origin === 'literal' ? place : origin, owner)
      return { value: { type: 'basic', username, password }, origin }
    }
    const data = input as Readonly<Record<string, unknown>>
    if ('session' in data)
      return {
        value: await this.#sealed(this.#texts.replaced(data['session'], place) as Record<string, unknown>, place),
        origin: 'sealed',
      }
    return { value: this.#parts(data, place, owner), origin: 'literal' }
  }

  #parts(data: Readonly<Record<string, unknown>>, place: string, owner: string): CredentialValue {
    const unknown = Object.keys(data).find((key) => !(PARTS as readonly string[]).includes(key))
    if (unknown !== undefined)
      throw new HarnessError(
        'SVC_FIXTURE_UNKNOWN',
        `${place} has "${unknown}"; a credential has ${PARTS.join(', ')}, session, login, or username and password`,
      )
    const texts = (key: string): Record<string, Record<string, string>> =>
      data[key] === undefined ? {} : { [key]: this.#texts.secretsOf(data[key] as object, `${place}.${key}`, owner) }
    return {
      type: 'parts',
      ...(typeof data['from'] === 'string' ? { from: String(this.#texts.replaced(data['from'], place)) } : {}),
      ...texts('headers'),
      ...texts('query'),
      ...texts('cookies'),
      ...(Array.isArray(data['signs']) ? { signs: data['signs'] as readonly string[] } : {}),
    }
  }

  async #sealed(user: Readonly<Record<string, unknown>>, place: string): Promise<CredentialValue> {
    const { sessions } = this.#input
    if (sessions === undefined)
      throw new HarnessError(
        'SVC_FIXTURE_SESSION',
        `${place} seals a session, which needs the application in this process; with --url use loginWith`,
      )
    if (!sessions.available)
      throw new HarnessError(
        'SVC_FIXTURE_SESSION',
        `${place} seals a session, but the application has no secret: set SVC_SESSION_SECRET`,
      )
    const value = await sealSession(sessions, user, countSpares(this.#input), this.#input.dry)
    for (const text of [value.value, ...value.spares, ...Object.values(value.variants)])
      this.#texts.hide(text, 'session')
    return value
  }

  async #loggedIn(login: LoginFixture['login'], place: string, owner: string, user: string): Promise<Resolved> {
    const request = this.#texts.request(login.request, place)
    const { take } = login
    const taken = await this.#input.logIn(request, login, this.#form)
    this.#texts.hide(taken, place, owner)
    return {
      value: credentialOf(taken, take, login.use === 'cookie'),
      origin: 'login',
      login: { authenticator: owner, user, request, take, ...resolveRefresh(login, place, this.#texts) },
    }
  }

  async #addTokens(): Promise<void> {
    const { fixtures, routes, passes = async () => true } = this.#input
    for (const credential of await issueTokens({ ...fixtures, users: this.#users }, routes, passes)) {
      const { authenticator, value, user } = credential
      const principal = this.#users[user]?.principal ?? credential.principal
      if (value.type === 'key') this.#texts.hide(value.value, `issued for ${user}`, authenticator)
      const list = (this.#valid[authenticator] ??= [])
      list.push(principal === undefined ? credential : { ...credential, principal })
    }
  }

  /** In this process the harness seals sessions without being asked, for authenticators that the fixtures do not name. */
  async #addSessions(): Promise<void> {
    const leaves = this.#input.routes
      .flatMap(({ auth }) => leavesOf(auth))
      .filter((leaf) => leaf.carrier.in === 'session')
    for (const leaf of new Map(leaves.map((one) => [one.name, one])).values()) {
      if (this.#valid[leaf.name] !== undefined) continue
      const named = Object.values(this.#valid)
        .flat()
        .filter(({ value }) => value.type === 'session' && (!leaf.superuser || isSuperuser(value.user)))
      if (named.length > 0) {
        this.#valid[leaf.name] = named.map((credential) => ({ ...credential, authenticator: leaf.name }))
      } else if (this.#input.sessions?.available) {
        const user = { id: 'svc-test-auth', name: 'svc-test-auth', isSuperuser: leaf.superuser === true }
        const value = await this.#sealed(user, leaf.name)
        this.#valid[leaf.name] = [{ authenticator: leaf.name, user: 'valid', value, origin: 'sealed', synthetic: true }]
      }
    }
  }
}

function isSuperuser(user: unknown): boolean {
  return (user as { readonly isSuperuser?: unknown } | null)?.isSuperuser === true
}
