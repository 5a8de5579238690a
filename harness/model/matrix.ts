/** The name of the column of requests without a credential. */
export const ANONYMOUS = 'anonymous'
/** The name of the column of a good credential that belongs to no user. */
export const VALID = 'valid'

/** A user of the fixtures as a column of the matrix. */
export interface MatrixUser {
  readonly name: string
  readonly roles: readonly string[]
}

/** The answer to a user who asked for the record of another, as a verdict carries it. */
export interface RecordCell {
  /** Whose record it is. */
  readonly owner: string
  /** Who asked. */
  readonly user: string
  /** 0 where no answer came. */
  readonly status: number
  /** A note on the status: `not the record`, `changed`. */
  readonly note?: string
  /** The status of the owner's own request. */
  readonly own?: number
}
