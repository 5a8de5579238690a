/** An operation that takes a resource's id, and where it takes it, if not as parameters of its path. */
export interface ResourcePlaceFixture {
  readonly route: string
  /** Name of the parameter of the query. */
  readonly query?: string
  /** Where it stands in a JSON body (RFC 6901): `/order`. */
  readonly body?: string
  /** Name of the header field. */
  readonly header?: string
}
