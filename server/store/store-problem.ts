/**
 * The words for what is wrong with a Redis, by the code of its reply or of the system's error: for those who run it, without
 * those of the client library.
 */
const PROBLEMS: Readonly<Record<string, string>> = {
  READONLY: 'it is a replica, which refuses writes. Name the primary',
  OOM: 'it is full. Raise maxmemory',
  NOPERM: 'its account lacks a permission. Allow EXISTS, GET, SET, PTTL, EVAL, EVALSHA, PING and INFO',
  MISCONF: 'it cannot write to its disk, and refuses writes. Its log says why',
  NOAUTH: 'it asks for a password. Name it in the address',
  WRONGPASS: 'it refuses the user or the password. Correct the address',
  LOADING: 'it is loading its data',
  BUSY: 'a script keeps it busy',
  NOREPLICAS: 'it has fewer replicas than min-replicas-to-write demands',
  MASTERDOWN: 'it is a replica that lost its primary',
  CLUSTERDOWN: 'its cluster does not serve all keys',
  ECONNREFUSED: 'no process listens there',
  ECONNRESET: 'it closes connections',
  EPIPE: 'it closes connections',
  ENOTFOUND: 'the name of its machine is unknown',
  EAI_AGAIN: 'the name of its machine cannot be looked up',
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'no route leads there',
  ETIMEDOUT: 'no connection within 1 s',
}

/** One reason why a Redis cannot be used. */
export interface StoreProblem {
  /** Of its reply, or of the system's error. */
  readonly code: string | undefined
  readonly text: string
  /** Whether Redis itself said no: it is there. */
  readonly isAnswer: boolean
  /** Of a cluster, where it concerns one node: its name. */
  readonly node?: string | undefined
}

/**
 * Describes an error of a question.
 *
 * @param connectionError the last error of the connection, which says more where a question was not even sent
 */
export function describeProblem(error: unknown, connectionError?: Error): StoreProblem {
  const { name, message, code, lastNodeError } = error as Error & {
    readonly code?: string
    readonly lastNodeError?: Error
  }
  if (lastNodeError) return describeProblem(lastNodeError)
  const isAnswer = name === 'ReplyError'
  const word = isAnswer ? /^[A-Z]+/.exec(message)?.[0] : code
  const known = word === undefined ? undefined : PROBLEMS[word]
  if (known !== undefined) return { code: word, text: known.replace(/^[^.]*/, `$& (${word})`), isAnswer }
  if (isAnswer) return { code: word, text: `it answers ${JSON.stringify(message)}`, isAnswer }
  if (word !== undefined || NO_ANSWER.test(message)) return { code: word, text: message, isAnswer }
  if (connectionError && connectionError !== error) return describeProblem(connectionError)
  return { code: undefined, text: 'the connection was lost', isAnswer }
}

/** Of `within`. */
const NO_ANSWER = /^no answer within /
