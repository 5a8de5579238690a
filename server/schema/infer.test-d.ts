import * as v from 'valibot'
import { type } from 'arktype'
import { z } from 'zod'
import type {
  BareStatus,
  BodyLike,
  HandlerReturn,
  In,
  JsonOf,
  MaybePromise,
  Out,
  ResponseLike,
  Responses,
} from './infer.ts'
import type { SchemaLike } from './shape.ts'
import { Form, Json } from './markers.ts'
import { type Reply, reply } from './reply.ts'

/** Compiles only where A and B are the same type. */
function same<A>() {
  return <B>(
    _value: B,
    _same: (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false,
  ): void => {}
}

declare function input<B extends BodyLike>(schema: B): Out<B>
declare function source<B extends BodyLike>(schema: B): In<B>
declare function respond<R extends ResponseLike>(response: R, handler: () => MaybePromise<HandlerReturn<R>>): void
declare function schema(value: SchemaLike): void

// inputs
same<number>()(input(z.object({ page: z.coerce.number().default(1) })).page, true)
same<number>()(input(v.object({ page: v.pipe(v.string(), v.transform(Number)) })).page, true)
same<number>()(input(type({ page: 'string.numeric.parse' })).page, true)
same<string>()(source(type({ page: 'string.numeric.parse' })).page, true)
same<{ page: number; q: string; on: boolean; all?: boolean | undefined }>()(
  input({ page: Number, q: String, on: Boolean, all: z.boolean().optional() }),
  true,
)
same<{ page: number }>()(input({ page: z.number().default(1) }), true)
same<{ page?: number | undefined }>()(source({ page: z.number().default(1) }), true)
same<{ username: string; password: string }>()(input(Form({ username: String, password: z.string().min(8) })), true)
same<{ a: number }>()(input(Json(v.object({ a: v.number() }))), true)
same<number[]>()(input(z.array(z.number())), true)

// @ts-expect-error a type name is not a field
schema({ name: 'string' })
// @ts-expect-error Date is not a field: its text form is not pinned
schema({ at: Date })
// @ts-expect-error shapes do not nest; a validator does
schema({ owner: { name: String } })

// responses
const Pet = z.object({ id: z.number(), name: z.string() })
const Fault = z.object({ detail: z.string() })
respond(Pet, () => ({ id: 1, name: 'a' }))
respond(Pet, async () => ({ id: 1, name: 'a' }))
respond(Pet, () => reply(200, { id: 1, name: 'a' }))
respond(Pet, () => new Response('raw'))
respond({ id: Number, name: String }, () => ({ id: 1, name: 'a' }))
respond({ 201: Pet }, () => ({ id: 1, name: 'a' }))
respond({ 201: Pet }, async () => reply(201, { id: 1, name: 'a' }))
respond({ 204: null }, () => {})
respond({ 204: null }, () => reply(204, null))
respond({ 200: { id: Number } }, () => ({ id: 1 }))
respond({ 200: Pet, 404: Fault, 204: null }, () =>
  Math.random() > 0.5 ? reply(404, { detail: 'no' }) : Math.random() > 0.5 ? reply(204, null) : { id: 1, name: 'a' },
)
same<200>()(0 as unknown as BareStatus<{ 200: typeof Pet; 201: typeof Pet }>, true)
same<201>()(0 as unknown as BareStatus<{ 201: typeof Pet; 404: typeof Fault }>, true)
declare const ambiguous: BareStatus<{ 201: typeof Pet; 202: typeof Pet }>
same<never>()(ambiguous, true)

// @ts-expect-error missing member
respond(Pet, () => ({ id: 1 }))
// @ts-expect-error wrong type, behind a promise
respond(Pet, async () => ({ id: 1, name: 2 }))
// @ts-expect-error undeclared status
respond({ 200: Pet }, () => reply(404, { detail: 'x' }))
// @ts-expect-error only 200 is declared by a bare schema
respond(Pet, () => reply(201, { id: 1, name: 'a' }))
// @ts-expect-error body of another status
respond({ 200: Pet, 404: Fault }, () => reply(404, { id: 1, name: 'a' }))
// @ts-expect-error 201 or 202? a bare value cannot say
respond({ 201: Pet, 202: Pet }, () => ({ id: 1, name: 'a' }))
// @ts-expect-error 204 has no body
respond({ 204: null }, () => reply(204, { id: 1 }))

// the wire
same<{ 200: { at: string } }>()(0 as unknown as Responses<never, { at: Date; run(): void }>, true)
same<{ 200: { id: number }; 404: { detail: string } }>()(
  0 as unknown as Responses<never, { id: number } | Reply<404, { detail: string }> | Response>,
  true,
)
same<{ 200: { id: number; name: string }; 204: null }>()(
  0 as unknown as Responses<{ 200: typeof Pet; 204: null }, never>,
  true,
)
same<(string | null)[]>()(0 as unknown as JsonOf<readonly (Date | undefined)[]>, true)
