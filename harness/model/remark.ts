/** Something to tell that is no finding. */
export interface Remark {
  /** `convention` is another server's way of refusing; `--contract` turns it into a finding. */
  readonly kind: 'warning' | 'convention' | 'notice'
  readonly route?: string
  readonly message: string
}
