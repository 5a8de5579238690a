/** Something to tell that is no finding. */
export interface Remark {
  /** `convention` is another server's way of refusing; `--contract` turns it into a finding. */
  readonly kind: 'warning' | 'convention' | 'notice'
  readonly route?: string
  /** The name of the scenario that it was seen in. */
  readonly scenario?: string
  readonly message: string
  /** What it is about: of several remarks about one thing the first is told, with their number. */
  readonly about?: string
}
