import { randomBytes } from 'node:crypto'
import { type Credential, PLACES, type Throwaway } from '../model/fixtures.ts'
import { REFRESH, type RequestData, TAKEN } from '../model/request.ts'
import { credentialOf } from '../model/taken-credential.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fillPlaces, takeFrom } from '../replay/replay.ts'
import type { Route } from '../model/route.ts'
import { fillBody, isPasswordName } from './bodies.ts'
import type { Answer, Maker } from './exploration.ts'
import { sendLogin } from './later-second.ts'
import { fill, LettingIn } from './letting-in.ts'
import type { Mailed } from './mailed.ts'
import { describeRefused } from './refused-making.ts'
import { membersOf, withMembers } from './request-members.ts'
import type { User } from './users.ts'
import { isObject } from '../text/json.ts'
import { foldName } from './values.ts'

/** A user that was made for the run: it may be changed and destroyed. */
export interface Made extends User {
  readonly password: string
}

/** A registration, and its answer. */
interface Registered extends Pick<Made, 'name' | 'password'> {
  readonly answer: Answer | undefined
  /** When it was sent: milliseconds since 1970. */
  readonly since: number
}

/** Characters of the mark in the name of a user where names have to be short. */
export const SHORT = 7

/** How users are made and logged in; every one of them is named after the mark of the run. */
export class Throwaways {
  readonly #world: Maker
  readonly #how: Throwaway
  readonly #prefix: string
  readonly made: Made[] = []
  /** The registration or the login by which the last user who could not be made failed, with its answer. */
  refused: string | undefined
  /** Names that were used, with those of users who could not be logged in. */
  #names = 0
  /** Whether names are short; `undefined` before a registration was refused. */
  #isShort: boolean | undefined
  /** The requests that renew what a login gave, by its credential. */
  readonly #renewals = new WeakMap<Credential, RequestData>()
  readonly #letting: LettingIn

  /** @param prefix of the names; the mark of the run if absent, which every one of them has to begin with */
  constructor(world: Maker, how: Throwaway, prefix: string = world.mark) {
    this.#world = world
    this.#how = how
    this.#prefix = prefix
    this.#letting = new LettingIn(world, how)
  }

  /**
   * Registers a user and logs them in.
   *
   * @param more members that are added to the JSON of the registration
   * @returns `undefined` where the server refuses one of them
   */
  async make(more: Readonly<Record<string, unknown>> = {}): Promise<Made | undefined> {
    const register = (): Promise<Registered> => this.#register((request) => this.#send(withMembers(request, more)))
    const registered = await register()
    const isRefused = registered.answer !== undefined && [400, 409, 413, 422].includes(registered.answer.status)
    if (!isRefused || this.#isShort !== undefined) return this.#enter(registered)
    // Some servers take short names alone. If that is not it, names are as they were.
    this.#isShort = true
    const again = await register()
    this.#isShort = again.answer?.isGood === true
    return this.#enter(again.answer?.isGood === true ? again : registered)
  }

  /** A name that no other user of the run has. */
  #nextName(): string {
    const { mark } = this.#world
    const kind = this.#prefix.slice(mark.length)
    // No part of the mark: what holds it would seem to name the user.
    const start = this.#isShort === true ? `${mark.slice(0, SHORT)}z` : mark
    return `${start}${kind}${this.#names++}`
  }

  /** The same with a name that a user of the run has had. */
  async makeAs(name: string): Promise<Made | undefined> {
    const password = newPassword()
    this.#world.hide(password)
    return this.#enter(await this.#register((request) => this.#send(request), { name, password }))
  }

  async #enter({ name, password, answer, since }: Registered): Promise<Made | undefined> {
    const { register, login, as } = this.#how
    const world = this.#world
    if (answer?.isGood !== true) {
      this.refused = describeRefused({ what: 'registration', request: register, as, answer, password }, world)
      return undefined
    }
    await this.#letting.confirm({ name, password }, this.mailOf({ name }), since)
    const sent = await this.#sendLogin(name, password, true)
    const credential = sent && this.#credentialIn(sent, name)
    this.#letting.judge(credential !== undefined)
    if (credential === undefined) {
      this.refused = describeRefused({ what: 'login', request: login, answer: sent, password }, world)
      return undefined
    }
    const user: Made = { name, roles: [], credentials: [credential], isThrowaway: true, password }
    this.made.push(user)
    world.journal.loggedIn.set(name, user)
    return user
  }

  /** The login of a user who was made. */
  loginOf({ name, password }: Pick<Made, 'name' | 'password'>): RequestData {
    return fill(this.#how.login, { user: name, password })
  }

  /** The newest mail to a user of the run that was not read before, where the fixtures say where mails are. @param since milliseconds since 1970 */
  mailTo({ name }: Pick<Made, 'name'>, since: number): Promise<Mailed | undefined> {
    return this.#letting.mailTo(name, this.mailOf({ name }), since)
  }

  /** Whether a registration has an address of its own, or one for its name. */
  get hasMail(): boolean {
    return this.mailOf({ name: 'x' }) !== ''
  }

  /** The address that a user registers with; empty where the registration has none. */
  mailOf({ name }: Pick<Made, 'name'>): string {
    const filled = fill(this.#how.register, { user: name, password: '' })
    return Object.entries(membersOf(filled)).find(([member]) => isMail(member))?.[1] ?? ''
  }

  /**
   * A registration with a password that every client may guess. No report shows the name.
   *
   * @returns `undefined` where it takes no password; else its answer, and whether the password then opens the account
   */
  async tryPassword(
    password: string,
  ): Promise<{ readonly answer: Answer | undefined; readonly isIn: boolean } | undefined> {
    const { target, body = '' } = this.#how.register
    if (![target, body].some((text) => text.includes(PLACES.password))) return undefined
    // The name of another user of the run begins alike, and has to be seen where that one stays.
    const own = randomBytes(4).toString('hex')
    this.#world.hide(own)
    const name = this.#isShort === true ? `${this.#nextName().slice(0, -1)}${own.slice(0, 2)}` : `${this.#prefix}${own}`
    const { answer, since } = await this.#register((request) => this.#send(request), { name, password })
    if (answer?.isGood === true) await this.#letting.confirm({ name, password }, this.mailOf({ name }), since)
    const isIn = answer?.isGood === true && (await this.logIn(name, password, true)) !== undefined
    return { answer, isIn }
  }

  /** A registration that is not logged in. @param mail in the place of its own address */
  async register(mail?: string): Promise<Answer | undefined> {
    const { answer } = await this.#register((request) => {
      const member = Object.keys(membersOf(request)).find(isMail)
      return this.#send(mail === undefined || member === undefined ? request : withMembers(request, { [member]: mail }))
    })
    return answer
  }

  /** A registration with the name of a user of the run, and another address; it is not logged in. */
  async registerAgain({ name }: Pick<Made, 'name'>): Promise<Answer | undefined> {
    const password = newPassword()
    this.#world.hide(password)
    const given = { name, password }
    // Who logs in with an address is another one.
    const other = { kind: 'user', name: `${name}r`, password } as const
    this.#world.journal.add(other)
    const { answer } = await this.#register((request) => {
      const member = Object.keys(membersOf(request)).find(isMail)
      const mail = this.mailOf(other)
      return this.#send(member === undefined ? request : withMembers(request, { [member]: mail }))
    }, given)
    if (answer?.isGood !== true) this.#world.journal.done(other)
    return answer
  }

  /** A registration by another operation than that of the fixtures, which takes a name, an address and a password too. */
  async registerAt(route: Route, mail?: string): Promise<Answer | undefined> {
    const { answer } = await this.#register((_, name, password) => {
      const body = fillBody(route, ({ sample, isRequired, isChoice, type }, member) => {
        if (isMail(member)) return mail ?? this.mailOf({ name })
        if (isPasswordName(member)) return password
        const isName = type === 'string' && !isChoice && /name|login|nick/.test(member)
        return isName ? name : isRequired ? sample : undefined
      })
      return this.#world.ask({ route, as: undefined, body })
    })
    return answer
  }

  /** Whether people register themselves: an administrator decides what its users may. */
  get isOpen(): boolean {
    return this.#how.as === undefined
  }

  /** Sends a registration, as the user who makes others where the fixtures name one. */
  async #send(request: RequestData): Promise<Answer | undefined> {
    if (this.isOpen) return this.#world.send(request)
    const as = this.#world.users.find(({ name }) => name === this.#how.as)
    return as && this.#world.send(request, { as })
  }

  /** A new user is written down before the request that makes it. */
  async #register(
    send: (request: RequestData, name: string, password: string) => Promise<Answer | undefined>,
    given?: Pick<Made, 'name' | 'password'>,
  ): Promise<Registered> {
    const { name, password } = given ?? { name: this.#nextName(), password: newPassword() }
    if (given === undefined) this.#world.hide(password)
    const known = { kind: 'user', name, password } as const
    this.#world.journal.add(known)
    const since = Date.now()
    const answer = await send(fill(this.#how.register, { user: name, password }), name, password)
    if (answer?.isGood !== true) this.#world.journal.done(known)
    else await this.#letting.approve({ name, password }, answer)
    return { name, password, answer, since }
  }

  /** The credential that an answer to a login gives; `undefined` where it is refused. */
  entersBy({ replayed: { answer } }: Answer): string | undefined {
    if (answer === undefined || answer instanceof NoAnswer || answer.status >= 400) return undefined
    const taken = takeFrom(answer, this.#how.take)
    if (taken !== undefined) this.#world.hide(taken)
    return taken
  }

  /** A credential for a name and a password; `undefined` where the login refuses them. @param isFirst the user has just registered */
  async logIn(name: string, password: string, isFirst = false): Promise<Credential | undefined> {
    const sent = await this.#sendLogin(name, password, isFirst)
    return sent && this.#credentialIn(sent, name)
  }

  #sendLogin(name: string, password: string, isFirst: boolean): Promise<Answer | undefined> {
    const request = this.loginOf({ name, password })
    return isFirst ? sendLogin(request, this.#world) : this.#world.send(request)
  }

  /** Renews the credential of a user's login by the token that stood beside it; `undefined` where nothing new comes. */
  async renew({ name, credentials: [credential] }: Made): Promise<Credential | undefined> {
    const request = credential && this.#renewals.get(credential)
    const sent = request && (await this.#world.send(request))
    return sent && this.#credentialIn(sent, name)
  }

  /** The credential that an answer gives, and what renews it. */
  #credentialIn(answer: Answer, user: string): Credential | undefined {
    const { take, authenticator } = this.#how
    const taken = this.entersBy(answer)
    if (taken === undefined) return undefined
    const value = credentialOf(taken, take)
    const answered = isObject(answer.json) ? { answered: answer.json } : {}
    const credential: Credential = { authenticator, user, value, origin: 'login', synthetic: true, ...answered }
    const { refresh } = this.#world.fixtures.login ?? {}
    const raw = answer.replayed.answer
    const token = refresh && raw && !(raw instanceof NoAnswer) ? takeFrom(raw, refresh.token) : undefined
    if (refresh === undefined || token === undefined) return credential
    this.#world.hide(token)
    this.#renewals.set(credential, fillPlaces(refresh.request, { [TAKEN]: taken, [REFRESH]: token }))
    return credential
  }
}

/** Long, and with every kind of character that policies ask for. */
export function newPassword(): string {
  return `Svc-${randomBytes(6).toString('hex')}-9Z`
}

function isMail(member: string): boolean {
  return foldName(member).includes('mail')
}
