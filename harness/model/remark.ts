/** A note that is not a finding. */
export interface Remark {
  /**
   * `convention` is another server's way of refusing; `--contract` turns it into a finding. `question` is what only the
   * people of the application know; it ends a run with 4 under `--strict`. `leftover` is what the run leaves on the server: a
   * record, a user, or an account that is locked.
   */
  readonly kind: 'warning' | 'convention' | 'notice' | 'question' | 'leftover'
  readonly route?: string
  /** The name of the scenario that it was seen in. */
  readonly scenario?: string
  readonly message: string
  /** The subject: of several remarks about one subject the first is reported, with their number. */
  readonly about?: string
}
