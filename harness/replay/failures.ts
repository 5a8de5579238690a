import { isObject, type Json, parseObject } from '../text/json.ts'
import { saysFailed } from '../text/says-failed.ts'
import { fieldOf, type RawResponse } from './response-reader.ts'

/** Longer texts are data. */
const LONGEST = 300

/** By what an error says, where no code stands beside it. */
const MEANINGS: readonly (readonly [status: number, says: RegExp])[] = [
  [403, /permission|forbidden|denied|privilege|not allowed|not permitted|no access/i],
  [404, /not found|(?:does|do|did) ?n[o']t exist|no such|not exist/i],
  [
    401,
    /unauthori[sz]ed|unauthenticated|(?:log|sign)(?:ged)? ?-?in|(?:invalid|wrong|incorrect|bad|expired|missing) (?:\w+ )?(?:credential|password|token)/i,
  ],
]

/**
 * The failures of a server that answers them with 200 and says in the body what is wrong, or with the page of its front end: read as
 * the statuses that others answer. Only what such a server says to a request without a credential, or to a path that no server has,
 * makes one of it.
 */
export class Failures {
  /** Absent for a server that says by its statuses what it refuses. */
  readonly #refusals: ReadonlySet<string> | undefined
  /** The page that stands for what is not there; absent where a status does. */
  readonly #page: RawResponse | undefined
  readonly #known = new WeakMap<RawResponse, RawResponse>()

  private constructor(refusals: ReadonlySet<string> | undefined, page: RawResponse | undefined) {
    this.#refusals = refusals
    this.#page = page
  }

  /** Whether refusals are said in bodies. */
  get saysRefusals(): boolean {
    return this.#refusals !== undefined
  }

  /** Whether a page stands for what is not there. */
  get hasPage(): boolean {
    return this.#page !== undefined
  }

  /**
   * @param answers of guarded reads to requests without a credential
   * @param stray the answer to a path that no server has
   * @returns `undefined` for a server that says by its statuses what is refused, and what is not there
   */
  static learn(answers: readonly RawResponse[], stray?: RawResponse): Failures | undefined {
    const page = stray !== undefined && isPage(stray) ? stray : undefined
    const refusals = Failures.#learnRefusals(answers)
    return refusals === undefined && page === undefined ? undefined : new Failures(refusals, page)
  }

  static #learnRefusals(answers: readonly RawResponse[]): ReadonlySet<string> | undefined {
    const failed = answers.flatMap((answer) => failureIn(answer) ?? [])
    const texts = failed.map(({ text }) => text)
    const isSame = (text: string): boolean => texts.filter((one) => one === text).length > 1
    const refusals = failed.filter(({ status, text }) => status === 401 || status === 403 || isSame(text))
    return refusals.length > 1 || (answers.length === 1 && refusals.length === 1)
      ? new Set(refusals.map(({ text }) => text))
      : undefined
  }

  /** Whether a success reports a failure in its body. */
  static isOne(answer: RawResponse): boolean {
    return failureIn(answer) !== undefined
  }

  /** The answer with the status that its body means. */
  read(answer: RawResponse): RawResponse {
    const known = this.#known.get(answer)
    if (known !== undefined) return known
    const read = this.#isStray(answer) ? { ...answer, status: 404 } : this.#readRefusal(answer)
    this.#known.set(answer, read)
    return read
  }

  #readRefusal(answer: RawResponse): RawResponse {
    const failure = this.#refusals === undefined ? undefined : failureIn(answer)
    return failure === undefined
      ? answer
      : { ...answer, status: this.#refusals?.has(failure.text) === true ? 401 : failure.status }
  }

  /** The answer to HEAD has no body: it has the length of the page. */
  #isStray(answer: RawResponse): boolean {
    const page = this.#page
    if (page === undefined || !isPage(answer)) return false
    const [length, other] = [page, answer].map(({ headers }) => fieldOf(headers, 'content-length'))
    // A part of it comes for a part that is asked for (RFC 9110 section 15.3.7).
    const isPart = answer.status === 206 && answer.body !== '' && page.body.includes(answer.body)
    return isPart || answer.body === page.body || (answer.body === '' && length !== undefined && length === other)
  }
}

function isPage({ status, headers }: RawResponse): boolean {
  return status >= 200 && status < 300 && fieldOf(headers, 'content-type')?.includes('text/html') === true
}

interface Failure {
  readonly status: number
  /** The words of it. */
  readonly text: string
}

/** A failure that a success reports in its body, and no data beside it. */
function failureIn({ status, body }: RawResponse): Failure | undefined {
  const json = status >= 200 && status < 300 ? parseObject(body) : undefined
  if (json === undefined || hasData(json)) return undefined
  const code = codeIn(json)
  if (code === undefined && !saysFailed(json) && !hasErrorCode(json)) return undefined
  const text = textOf(json)
  return { status: code ?? MEANINGS.find(([, says]) => says.test(text))?.[0] ?? 400, text }
}

/** Members with what was asked for. Flags say how to go on. */
function hasData({ data, result }: Json): boolean {
  return [data, result].some((one) => {
    if (Array.isArray(one)) return one.length > 0
    const values = isObject(one) ? Object.values(one) : []
    return isObject(one) && (values.length === 0 || !values.every((value) => typeof value === 'boolean'))
  })
}

/** Members with a number of the server's own for what went wrong. */
const CODES = /^(?:code|err(?:or)?_?(?:no|code)|ret(?:_?code)?|result_?code)$/i
/** The numbers that stand for a success. */
const DONE = /^(?:0+|1|2\d\d|20000)$/
/** Sentences of a success. */
const SAYS_DONE = /succe|^(?:ok|done)\b|成功/i
/** Members around the data. */
const AROUND = /^(?:data|result|message|msg|errmsg|error|success|ok|status|time(?:stamp)?|trace_?id|request_?id|path)$/i

/** Whether a number and a sentence beside it say that something went wrong. */
function hasErrorCode(json: Json): boolean {
  const members = Object.entries(json)
  const codes = members.filter(([name]) => CODES.test(name))
  const isSaid = ['message', 'msg', 'errmsg', 'error'].some((name) => {
    const said = json[name]
    return typeof said === 'string' && said !== '' && !SAYS_DONE.test(said)
  })
  const isAlone = members.every(([name, one]) => CODES.test(name) || AROUND.test(name) || one === null)
  return isSaid && isAlone && codes.some(([, one]) => /^-?\d+$/.test(String(one)) && !DONE.test(String(one)))
}

/** A status of HTTP that stands in the body. */
function codeIn({ code, status, statusCode, error }: Json): number | undefined {
  const inner = isObject(error) ? [error['code'], error['status']] : []
  const all = [code, statusCode, status, ...inner].map(Number)
  return all.find((one) => Number.isInteger(one) && one >= 400 && one < 600)
}

function textOf(json: Json): string {
  const { error, message, msg, errors, detail } = json
  const inner = isObject(error) ? [error['message'], error['code']] : [error]
  const texts = [...inner, message, msg, detail, ...(Array.isArray(errors) ? errors : [errors])]
  const said = texts.filter((one) => typeof one === 'string').join(' ')
  return (said === '' ? JSON.stringify(json) : said).slice(0, LONGEST)
}
