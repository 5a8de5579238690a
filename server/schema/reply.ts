/** Recognises a reply across copies of this module. */
const REPLY: unique symbol = Symbol.for('svc.reply')

/** An answer with a status of its own. Make one with {@link reply}. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly [REPLY]: true
  readonly status: Status
  readonly body: Body
  readonly headers: HeadersInit | undefined
}

/**
 * Answers with a status, a body and header fields. The body goes through the schema that `response` declares for
 * the status. Throws `RangeError` for a status that no answer can have (RFC 9110 section 15).
 *
 * @example
 * operation(() => reply(204))
 * @example
 * operation({ response: { 201: Pet } }, () => reply(201, { id: 1, name: 'Rex' }, { location: '/pets/1' }))
 */
export function reply<const Status extends number>(status: Status): Reply<Status, null>
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: HeadersInit,
): Reply<Status, Body>
export function reply(status: number, body: unknown = null, headers?: HeadersInit): Reply {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`reply(status, body): status must be a whole number from 200 to 599; got ${show(status)}`)
  }
  return { [REPLY]: true, status, body, headers }
}

function show(status: unknown): string {
  return typeof status === 'string' ? JSON.stringify(status) : String(status)
}

/** Whether a value was made by {@link reply}, in whichever copy of the package. */
export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && (value as Partial<Reply>)[REPLY] === true
}
