/** The expected result of a request. A scenario names one of these; `check/` says what each means on the wire. */
export const EXPECTATIONS = [
  /** 2xx, the handler ran exactly once, `request.auth` is the fixture's principal. */
  'allow',
  /** 401 as the contract words it, the handler did not run. */
  'deny',
  /** The same with 403. */
  'forbid',
  /** Any status, but the handler did not run and the answer is not the control's. */
  'norun',
  /** `deny`, or a 400, 413, 414, 431 of the HTTP layer, or a closed connection. */
  'parser',
  /** The answer of the registered exception handler; the handler of the operation did not run. */
  'handled',
  /** 500 without a stack; the handler did not run. */
  'broken',
  /** 503 because an authenticator did not answer in time; the handler did not run. */
  'unavailable',
  /** A public route: no authenticator called, no challenge, no 5xx. */
  'public',
  /** 2xx, and a cookie, token or header could be taken from the answer. */
  'issued',
  /** A login with wrong data: no 2xx and no session cookie. */
  'refused-login',
  /** The served OpenAPI document says of the route what its declaration and its answer say. */
  'described',
  /** An answer without the data of another user, and no change that another user sees. */
  'apart',
  /** Any answer below 500. */
  'answered',
] as const

/** One of {@link EXPECTATIONS}. */
export type Expectation = (typeof EXPECTATIONS)[number]
