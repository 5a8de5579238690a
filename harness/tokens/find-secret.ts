import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { readClaims } from '../text/token.ts'
import { PHRASES } from './phrases.ts'
import { KNOWN_SECRETS, WORDS } from './words.ts'

/** A token signed with a secret: its parts as they were signed. */
export interface SignedToken {
  /** Of `createHmac`: `sha256`. */
  readonly algorithm: string
  /** The bytes that were signed. */
  readonly text: string
  /** base64url. */
  readonly signature: string
}

/** The key of a signature, and how it was found. */
export interface FoundSecret {
  /** Never shown. */
  readonly key: string
  /** For people, without the key: `a word of the public list and digits, 9 characters`. */
  readonly how: string
  /** Candidates until then. */
  readonly tried: number
}

/** The result of a search that has found nothing. */
export interface NotFound {
  readonly key?: undefined
  readonly tried: number
  /** Whether everything was tried before the time was over, or the run. */
  readonly isWhole: boolean
}

/** Words of the user's own. */
export interface Crack {
  readonly file: string
  /** For the whole search. */
  readonly seconds: number
  /** Is called every other second with the number of candidates until then. */
  readonly progress?: (tried: number, seconds: number) => void
}

/** The candidates beside words, their forms, pairs and digits. */
export interface SearchInput {
  /** Names of the document and the host. */
  readonly names: readonly string[]
  /** A file of the user, one word a line. */
  readonly crack?: Crack | undefined
  /** Candidates at most, those of the file apart. */
  readonly most?: number
  /** Ends the search, which then finds nothing; looked at twice a second. */
  readonly isOver?: () => boolean
}

/** Candidates without `--crack`: words, forms, names, phrases, digits to a million, and the pairs that come within some seconds. */
const MOST = 3_300_000
/** Characters of a token that is searched: a longer one costs more, and its key is as likely to be weak. */
const LONGEST = 8_192

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './search.js' : '../../../harness/tokens/search.js',
  import.meta.url,
)

/** Takes a JSON Web Token with an HMAC apart (RFC 7515, RFC 7518 section 3.2); `undefined` for any other text. */
export function readSigned(token: string): SignedToken | undefined {
  const [, first, claims, signature] = /(?:^|\s)(eyJ[\w-]+)\.([\w-]+)\.([\w-]{43,86})$/.exec(token) ?? []
  if (first === undefined || claims === undefined || signature === undefined || token.length > LONGEST) return undefined
  const [, bits] = /"alg"\s*:\s*"HS(256|384|512)"/.exec(Buffer.from(first, 'base64url').toString('utf8')) ?? []
  return bits === undefined ? undefined : { algorithm: `sha${bits}`, text: `${first}.${claims}`, signature }
}

/** Whether a token is signed with a key. */
export function isSignedWith({ algorithm, text, signature }: SignedToken, key: string): boolean {
  return createHmac(algorithm, key).update(text).digest('base64url') === signature
}

type Message = FoundSecret | (NotFound & { readonly isProgress?: boolean })

/** Looks for the key that a token is signed with, in a worker and offline: nothing is sent. */
export function findSecret(token: SignedToken, input: SearchInput): Promise<FoundSecret | NotFound> {
  const { names, most = MOST, crack, isOver } = input
  const workerData = {
    ...token,
    known: KNOWN_SECRETS,
    words: WORDS,
    phrases: PHRASES,
    names: namesOf(names),
    ownFile: crack?.file,
    milliseconds: crack === undefined ? Number.POSITIVE_INFINITY : crack.seconds * 1_000,
    most,
  }
  const source = new URL(`data:text/javascript,${encodeURIComponent(readFileSync(WORKER, 'utf8'))}`)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    // Nothing of this process's options and environment is the worker's business.
    const worker = new Worker(source, { workerData, env: {}, execArgv: [] })
    const watch = setInterval(() => isOver?.() === true && void worker.terminate(), 500)
    let last: FoundSecret | NotFound = { tried: 0, isWhole: false }
    worker.on('message', (message: Message) => {
      if (message.key === undefined && message.isProgress === true) {
        last = { tried: message.tried, isWhole: false }
        return crack?.progress?.(message.tried, (performance.now() - started) / 1_000)
      }
      last = message.key === undefined ? message : { ...message, how: `${message.how}, ${charactersOf(message.key)}` }
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearInterval(watch)
      resolve(last)
    })
  })
}

function charactersOf(key: string): string {
  const { length } = [...key]
  return `${length} character${length === 1 ? '' : 's'}`
}

/** Each name, its words, and both without what joins them: `Vulnerable Bank API` is `vulnerable`, `bank`, `vulnerablebankapi`. */
function namesOf(names: readonly string[]): readonly string[] {
  const found = names.flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part.length > 1)
    return [name, ...parts, ...['', '-', '_'].map((joint) => parts.join(joint).toLowerCase())]
  })
  return [...new Set(found)].filter((name) => name.length > 1 && name.length <= 64).slice(0, 60)
}

/**
 * Another text of a token's own claims, with a blank more, signed with a key: nothing that it says is new to the server. What stands
 * before the token is kept.
 */
export function forgeToken(token: string, key: string): string {
  return signAnew(token, key, spaced)
}

/**
 * The user's own token as it was before its end (RFC 7519 section 4.1.4), which was an hour ago: all its times are earlier by as much.
 *
 * @returns `undefined` for a token that names no end
 */
export function forgeEnded(token: string, key: string, now: number = Date.now()): string | undefined {
  const claims = readClaims(token) ?? {}
  const { exp } = claims
  if (typeof exp !== 'number') return undefined
  // Some write milliseconds.
  const unit = exp > MILLISECONDS ? 1 : 1_000
  const shift = Math.ceil(exp - (now - HOUR) / unit)
  const earlier = Object.entries(claims).map(([name, value]) => [
    name,
    /^(?:exp|iat|nbf|auth_time)$/.test(name) && typeof value === 'number' ? Math.floor(value - shift) : value,
  ])
  const part = Buffer.from(JSON.stringify(Object.fromEntries(earlier))).toString('base64url')
  return signAnew(token, key, () => part)
}

const HOUR = 3_600_000
/** A later time is in milliseconds. */
const MILLISECONDS = 100_000_000_000

function signAnew(token: string, key: string, write: (claims: string) => string): string {
  const signed = readSigned(token)
  if (signed === undefined) return token
  const [first = '', claims = ''] = signed.text.split('.')
  const text = `${first}.${write(claims)}`
  return `${token.slice(0, token.indexOf(signed.text))}${text}.${createHmac(signed.algorithm, key).update(text).digest('base64url')}`
}

/** The part of a token with a blank behind its JSON (RFC 8259 section 2): it says the same. */
export function spaced(part: string): string {
  return Buffer.from(`${Buffer.from(part, 'base64url').toString('utf8')} `).toString('base64url')
}
