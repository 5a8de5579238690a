/** A record that a user had in a recording: the values of the parameters that name it. */
export interface RecordedRecord {
  readonly user: string
  /** {@link Route.key}. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  /** The JSON of the answer: it may say whose the record is. Kept in memory alone. */
  readonly answer: unknown
}
