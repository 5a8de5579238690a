/** A key that verifies the tokens of the application, and that every client can read. */
export interface PublicKey {
  /** SubjectPublicKeyInfo in PEM, as it is written to files. */
  readonly pem: string
  /** Key id, where the server names one. */
  readonly kid?: string
}
