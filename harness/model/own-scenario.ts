/** A request as data. Strings are written byte for byte as Latin-1. */
export interface ScenarioRequest {
  readonly method: string
  /** Path and query exactly as on the request line, the base included. */
  readonly target: string
  /** Header lines in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

/** The requests that one of the application's own scenarios is made of. */
export interface ScenarioSubject {
  /** The operation, as `svc routes` prints it: `GET /pets/[id]`. */
  readonly route: string
  /** A request that passes validation, without a credential. */
  readonly anonymous: ScenarioRequest
  /** The same with a good credential; `undefined` where the fixtures give none. */
  readonly good: ScenarioRequest | undefined
  /** The same as a user of the fixtures; `undefined` where that user has no credential for the operation. */
  readonly as: (user: string) => ScenarioRequest | undefined
}

/** The outcomes that an own scenario may expect: `refused`: 401, as of any refusal; `forbidden`: 403; `passes`: 2xx, once. */
export const OWN_EXPECTATIONS = { refused: 'deny', forbidden: 'forbid', passes: 'allow' } as const

/** A row that the fixtures add to the catalogue, tried on each operation that asks for a credential. */
export interface OwnScenario {
  /** Lower-case letters, digits and hyphens; its row is `own.<name>`. */
  readonly name: string
  /** A noun phrase about the request: `a good token with the tenant of another`. */
  readonly title: string
  /** The mistake that it finds, in words. */
  readonly cause: string
  /** Common Weakness Enumeration id. */
  readonly cwe: number
  /** The request to send; `undefined` on operations that it is not for. Called when the plan is made, and sends nothing itself. */
  readonly request: (subject: ScenarioSubject) => ScenarioRequest | undefined
  readonly expect: keyof typeof OWN_EXPECTATIONS
}
