import { isSafeMethod } from '../../server/internal.ts'
import { BESIDE, type Fixtures } from '../model/fixtures.ts'
import { isLogin } from '../model/login.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isCreation } from '../subject/creates.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { fixtureFor } from '../subject/plain-request.ts'
import { mayUse } from '../subject/standing.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isPasswordName, passwordOf } from '../ask/bodies.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { isUsersNoun, lastNounOf, paramsOf } from '../whose/path-nouns.ts'
import { reportContacts } from './persons.ts'
import { suspicionOf } from './unguarded.ts'
import { LEAST_PASSWORD, passwordsIn, withoutWords } from '../text/passwords.ts'
import { readClaims } from '../text/token.ts'

/** A secret in an answer: the route that gave it, and where it stands. */
interface Disclosed {
  readonly route: Route
  readonly answer: Answer
  readonly leaf: Leaf
  readonly kind: string
  /** May be for its owner: only the people of the application know. */
  readonly isQuestion: boolean
}

/** Paths of operations that look for something, and change nothing. */
const SEARCHES = /\/(?:search|find|filter|lookup|query)\/?$/i
/** Answers of one operation that are kept. */
const MOST_OPEN = 3

/** Looks at every answer of the stage for members that no client may have. One of each operation and member is kept. */
export class Disclosures {
  readonly #found = new Map<string, Disclosed>()
  readonly #looked = new Map<string, { readonly route: Route; readonly answer: Answer }>()
  /** Answers without a credential. */
  readonly #open = new Map<string, { readonly route: Route; readonly answers: Answer[] }>()
  readonly #passwords: ReadonlySet<string>
  /** Of logins of this run. */
  readonly #tokens: ReadonlySet<string>
  /** By operation and member, then by user, the passwords that users got. */
  readonly #given = new Map<string, Map<string, Set<string>>>()
  readonly #isKey: (text: string) => boolean
  readonly #fixtures: Pick<Fixtures, 'login' | 'logins'>

  /** @param isKey whether tokens of the run are signed with a text */
  constructor(fixtures: Pick<Fixtures, 'login' | 'logins' | 'secrets'>, isKey: (text: string) => boolean) {
    this.#isKey = isKey
    this.#fixtures = fixtures
    const { logins = [], secrets } = fixtures
    const all = logins.flatMap(({ request }) => passwordsIn(request.body ?? ''))
    this.#tokens = new Set(secrets.filter(({ label }) => label === BESIDE).map(({ value }) => value))
    this.#passwords = new Set(withoutWords(all))
  }

  look(route: Route, answer: Answer): void {
    if (answer.isGood && answer.json !== undefined) this.#looked.set(route.key, { route, answer })
    const isRead = isSafeMethod(route.method) || SEARCHES.test(route.path)
    if (isRead && answer.isGood && answer.as === undefined && answer.json !== undefined) this.#keepOpen(route, answer)
    for (const leaf of answer.isGood ? claimsIn(answer) : []) {
      const key = `${route.key} ${leaf.name}`
      if (!this.#found.has(key)) this.#found.set(key, { route, answer, leaf, kind: CLAIM, isQuestion: false })
    }
    for (const leaf of leavesOfJson(answer.json)) {
      // A refusal may say how tokens are signed.
      const sure = this.#isKey(String(leaf.value))
        ? 'the secret of its tokens'
        : answer.isGood && this.#kindOf(leaf, answer, route)
      const kind = sure || (answer.isGood && isWholeCard(route, leaf, answer) && 'the whole number of a card')
      const key = `${route.key} ${leaf.name}`
      if (kind === PASSWORD_OF_RECORD && answer.as?.roles.length === 0)
        this.#note(key, answer.as.name, String(leaf.value))
      if (!kind || this.#found.has(key)) continue
      this.#found.set(key, { route, answer, leaf, kind, isQuestion: !sure })
    }
  }

  #note(key: string, user: string, value: string): void {
    // Those of the run are the same for all.
    if (value.startsWith(OF_RUN)) return
    const users = this.#given.get(key) ?? new Map<string, Set<string>>()
    this.#given.set(key, users.set(user, (users.get(user) ?? new Set()).add(value)))
  }

  /** Whether each user gets passwords, and no user those of another one. */
  #isApart(key: string): boolean {
    const all = [...(this.#given.get(key)?.values() ?? [])]
    return (
      all.length > 1 && new Set(all.flatMap((one) => [...one])).size === all.reduce((sum, one) => sum + one.size, 0)
    )
  }

  #keepOpen(route: Route, answer: Answer): void {
    const { answers } = this.#open.get(route.key) ?? { answers: [] }
    if (answers.length < MOST_OPEN) this.#open.set(route.key, { route, answers: [...answers, answer] })
  }

  /** Asks the operations for which the fixtures name a record, and which no part has asked. */
  async askRest(world: Exploration): Promise<void> {
    for (const route of world.routes) {
      const names = Object.keys(route.sample?.query ?? {})
      const isOpen = route.method === 'GET' && !isProtected(route) && !route.path.includes('[')
      // Values of the run that were refused: those that the server takes by itself.
      if (isOpen && names.length > 0 && !this.#looked.has(route.key) && world.wants('secret.answer', route))
        await world.ask({ route, as: undefined, query: Object.fromEntries(names.map((name) => [name, ''])) })
      // A search by POST is a read: without a word to look for, some give everything.
      const hasItems = world.routes.some(({ path }) => path.startsWith(`${route.path}/`))
      const isSearch = route.method === 'POST' && !isProtected(route) && SEARCHES.test(route.path) && !hasItems
      if (isSearch && world.mayWrite && world.whyNot(route) === undefined && world.wants('secret.answer', route))
        await world.ask({ route, as: undefined, body: {} })
    }
    for (const route of world.routes) {
      const fixture = world.fixtures.routes[route.key]
      const names = paramsOf(route)
      if (fixture === undefined || names.length === 0 || this.#looked.has(route.key) || route.method !== 'GET') continue
      const user = world.users.find(({ name }) => {
        const { params } = fixtureFor(fixture, name)
        return names.every((param) => param in params) && mayUse(name, world.fixtures, fixture) !== false
      })
      if (world.isOver() || endsSessions(route, world.fixtures) || !world.wants('secret.answer', route)) continue
      if (user !== undefined) await world.ask({ route, as: user })
    }
  }

  #kindOf(leaf: Leaf, answer: Answer, route: Route): string | undefined {
    const { method } = route
    // It is for the client that has logged in (RFC 6749 section 10.4): another login of the user asks here.
    if (isSafeMethod(method) && this.#tokens.has(String(leaf.value))) return 'the token to refresh of a session'
    const isKnown = typeof leaf.value === 'string' && this.#passwords.has(leaf.value)
    if (isKnown && !isOwn(leaf.value, answer.replayed.request)) return 'the password of a user'
    const kind = kindOf(leaf, answer)
    // Of a login the catalogue says it; a safe for passwords gives back what is put into it.
    return kind === REPEATED && (isLogin(route, this.#fixtures) || !OF_USERS.test(route.path)) ? undefined : kind
  }

  /** Of an application of this process: a line each, since what its clients may have is known to its people. */
  ask(world: Exploration): void {
    for (const { route, answer, leaf, kind } of this.#found.values()) {
      const whom = answer.as?.name ?? 'every client'
      world.question(route, `gives ${whom} what looks like ${kind}, in ${leaf.name}: is that for clients?`)
    }
  }

  report(world: Exploration): void {
    const routes = new Set<string>()
    for (const { route, answer, leaf, kind, isQuestion } of this.#found.values()) {
      const isKept = kind === PASSWORD_OF_RECORD && this.#isApart(`${route.key} ${leaf.name}`)
      if (isQuestion || (isKept && isStored(route, leaf, answer, world))) {
        world.question(
          route,
          `gives ${answer.as?.name ?? 'every client'} what looks like ${kind}, in ${leaf.name}: is that for clients?`,
        )
        continue
      }
      routes.add(route.key)
      const service = kind === OF_SERVICE ? passwordInAddress(String(leaf.value)) : undefined
      if (service !== undefined) world.hide(service)
      const whom = answer.as === undefined ? 'every client' : 'a user'
      world.found({
        row: 'secret.answer',
        route,
        variant: leaf.name,
        title: `the member ${leaf.name} of an answer to ${answer.as === undefined ? 'a request without a credential' : 'a user'}`,
        answers: [answer],
        code: 'disclosed',
        expected: `an answer without ${kind}`,
        got: `${answer.status} with ${leaf.name}, ${kind}`,
        cause: `${route.key} gives ${whom} ${kind}, in ${leaf.name}: the record goes into the answer as it is`,
      })
    }
    for (const { route, answers } of this.#open.values()) reportContacts(route, answers, world)
    for (const { route, answer } of this.#looked.values())
      if (!routes.has(route.key)) world.passed({ row: 'secret.answer', route, answers: [answer] })
  }
}

/** Whether a user gets a password back that is kept with a record for its user: of an account elsewhere, of a machine. */
function isStored(route: Route, { name }: Leaf, { as }: Answer, { routes }: Exploration): boolean {
  const noun = lastNounOf(route)
  if (as === undefined || isUsersNoun(noun) || !isPasswordName(foldName(name))) return false
  return routes.some(
    (one) =>
      one.method === 'POST' &&
      lastNounOf(one) === noun &&
      isCreation(one, routes) &&
      (one.inputs?.body ?? []).some(({ path }) => path.at(-1) === name),
  )
}

/** Whether an operation gives every client secrets, or is called internal and gives every client anything. */
export function isExposed(route: Route, answers: readonly Answer[], { fixtures }: Exploration): boolean {
  const open = answers.filter(({ as, isGood }) => as === undefined && isGood)
  if (isProtected(route) || fixtures.routes[route.key]?.allow.includes('anonymous') === true) return false
  const holdsSecret = (one: Answer): boolean => leavesOfJson(one.json).some((leaf) => kindOf(leaf, one) !== undefined)
  return open.some((one) => suspicionOf(route, fixtures) !== undefined || holdsSecret(one))
}

/** Hashes as libraries write them: bcrypt, Argon2, scrypt, PBKDF2 of Django and Werkzeug. */
const HASH = /^\$2[abxy]?\$\d\d\$|^\$argon2(?:id?|d)\$|^\$scrypt\$|^\$[156]\$|^(?:pbkdf2|scrypt)[_:]\w+[:$]/
const PASSWORD =
  /^(?:user)?_?(?:passw(?:or)?d|pwd|passphrase)(?:_?(?:hash|digest|encrypted))?$|^(?:hashed|encrypted)_?passw/i
const HASHED = /^(?:passw\w*|pwd)_?(?:hash|digest|salt)$|^hashed_?passw/i
/** Names of secrets that no client has. */
const SECRET = /(?:secret(?:_?key)?|private_?key|passw(?:or)?d|passphrase)$/i
/** Where a process runs on its machine. */
const FOLDER = /^(?:exec_?path|cwd|(?:home|current|working|current_?working)_?dir(?:ectory)?)$/i
const CARD = /^(?:card_?num(?:ber)?|cvv2?|cvc2?|iban|ssn|social_?security(?:_?number)?)$/i
const CODE =
  /^(?:otp|pin|pin_?(?:token|secret)|(?:otp|reset|verification|two_?factor|mfa)_?(?:code|pin|token|secret))$/i

/** A kind of secret, in words; `undefined` for a member that may stand there. */
function kindOf({ name, value }: Leaf, { as, replayed }: Answer): string | undefined {
  if (typeof value === 'boolean') return undefined
  const text = String(value)
  if (isMasked(text)) return undefined
  // An echo of the password that was sent is a finding of its own: pages and logs show answers.
  if (isOwn(text, replayed.request)) return PASSWORD.test(name) && text.length >= LEAST_PASSWORD ? REPEATED : undefined
  if (HASH.test(text)) return 'the hash of a password'
  if (HASHED.test(name) && text.length >= 16) return 'the hash of a password'
  // The variable PWD of an environment is a folder.
  const isFolder = name === 'PWD' && text.startsWith('/')
  if (PASSWORD.test(name) && text.length >= 3 && !isMessage(text) && !isFolder) return PASSWORD_OF_RECORD
  // A word may be a label: `pinned`.
  if (CODE.test(name) && /^(?:\d{3}|(?=.*\d)[\w-]{4,}|[\w-]{16,})$/.test(text)) return 'a code that the server asks for'
  if (as === undefined && SECRET.test(name) && /^(?=.*[\d\W_])\S{8,}$/.test(text)) return 'a secret of the server'
  if (as === undefined && passwordInAddress(text) !== undefined) return OF_SERVICE
  if (as === undefined && FOLDER.test(name) && /^(?:\/|[A-Z]:\\)\S/.test(text)) return 'where it runs on its machine'
  if (CARD.test(name) && as === undefined && /^[\dA-Z -]{3,}$/.test(text)) return 'a number of a card or a person'
  return undefined
}

/** The beginning of passwords that the run puts into records. */
const OF_RUN = passwordOf('').slice(0, 4)
const PASSWORD_OF_RECORD = 'a password'
/** Paths of operations on users themselves: what is below them may be a safe. */
const OF_USERS =
  /\/(?:users?|members?|customers?|profile|me|register|registration|sign-?up|[\w-]*passw(?:or)?d)(?:\/\[[^\]]+\])?\/?$/i
const OF_SERVICE = 'the password of a service, in its address'
const REPEATED = 'the password that its request has brought'
const CLAIM = 'a password in the claims of a token, which are encoded and not encrypted'

/** The password in an address (RFC 3986 section 3.2.1), unless stars or a name stand in its place. */
function passwordInAddress(text: string): string | undefined {
  const [, written = '', host = ''] = /^[a-z][\w+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@([^/\s]*)/i.exec(text) ?? []
  const password = written.replaceAll('%2A', '*').replaceAll(/[[\]<>(){}$]/g, '')
  const isPlain = password === written && password.length >= LEAST_PASSWORD && !/[*•]/.test(password)
  return isPlain && !isMasked(password) && !host.startsWith('sha256') ? password : undefined
}

/** Claims of tokens in an answer that are passwords, or hashes of them: whatever reads the token reads them (RFC 7519 section 12). */
function claimsIn({ json }: Answer): readonly Leaf[] {
  return leavesOfJson(json).flatMap(({ name, value }) => {
    const [, token = ''] = /^(?:\w+ )?(eyJ[\w-]+\.[\w-]+\.[\w-]*)$/.exec(String(value)) ?? []
    return leavesOfJson(token === '' ? undefined : readClaims(token)).flatMap((claim) => {
      const text = String(claim.value)
      const isSecret = (PASSWORD.test(claim.name) || HASHED.test(claim.name)) && text.length >= 3 && !isMasked(text)
      return isSecret && typeof claim.value === 'string' ? [{ ...claim, name: `${claim.name} of ${name}` }] : []
    })
  })
}

/** 15 or 16 digits with their check digit (ISO/IEC 7812-1), in groups or in a member that is about a card. */
function isWholeCard({ path }: Route, { pointer, value }: Leaf, { replayed }: Answer): boolean {
  const text = String(value)
  const digits = text.replaceAll(/[ -]/g, '')
  if (!/^[3-6]\d{14,15}$/.test(digits) || isOwn(text, replayed.request)) return false
  const isGrouped = /^\d{4}([ -])\d{4,6}\1\d{4,5}(?:\1\d{4})?$/.test(text)
  return (isGrouped || /card|pan\b|payment/i.test(`${path} ${pointer}`)) && hasCheckDigit(digits)
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const one = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (one > 9 ? one - 9 : one)
  }, 0)
  return sum % 10 === 0
}

/** `must have 8 characters`: what a rule or a form says of a password. */
function isMessage(text: string): boolean {
  return /\S\s+\S+\s+\S/.test(text)
}

/** Stars, or a word that stands for a secret. */
export function isMasked(text: string): boolean {
  return (
    /^[*x•.\s-]*$|^(?:string|password|hidden|redacted|masked|filtered|null|none|true|false|yes|no|set|unset|required|optional|missing|invalid)$/i.test(
      text,
    ) || /^\d{4}-\d\d-\d\d/.test(text)
  )
}

/** A text that the client has sent is not disclosed to it. */
function isOwn(text: string, { body = '', target }: Answer['request']): boolean {
  return body.includes(text) || target.includes(encodeURIComponent(text))
}
