/** A file of a multipart body. */
export interface FileFixture {
  readonly filename: string
  /** Media type; `application/octet-stream` if absent. */
  readonly type?: string
  readonly content: string
}
