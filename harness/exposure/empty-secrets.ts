import { createHmac } from 'node:crypto'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Credential } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { type KeyedDigest, watchKeyedDigests } from '../observe/keyed-digests.ts'
import { type Held, heldOn } from './holders.ts'

const FORMS = ['hex', 'base64', 'base64url'] as const

/** A text in the place of the name of a signer. */
const UNKNOWN = 'svc-unknown'
/** Texts that stand in the place of a secret that is not there: `secrets.get(id) ?? ''`, and a template with `undefined` in it. */
const SECRETS = ['', 'undefined', 'null'] as const

/**
 * Signatures that are made with the secret of a signer who is not known: where the application looks up a secret by a name in the request, and goes on
 * with an empty one, a client that knows the message may sign it. The message and the algorithm are those that the application itself computes for the good
 * request (RFC 2104 section 3: the strength is that of the key).
 */
export async function exploreEmptySecrets(world: Exploration): Promise<void> {
  for (const held of heldOn('signed.empty-secret', isSigned, world)) await forge(held, world)
}

function isSigned({ value, signed }: Credential): boolean {
  return signed !== undefined || ((value.type === 'parts' || value.type === 'key') && value.signs !== undefined)
}

async function forge({ route, credential, as }: Held, world: Exploration): Promise<void> {
  const { value: own, made } = await watchKeyedDigests(() => world.ask({ route, as }))
  if (own?.isGood !== true || own.entry?.runs.length !== 1) return
  let last: Answer | undefined
  for (const one of made)
    for (const { request, who, secret } of forgeriesOf(own.request, one)) {
      const answer = await world.send(request)
      if (answer === undefined) return
      last = answer
      if (!answer.isGood || answer.entry?.runs.length !== 1) continue
      const { authenticator } = credential
      return world.found({
        row: 'signed.empty-secret',
        route,
        title: `a signature that is made with ${secret === '' ? 'an empty secret' : `the secret "${secret}"`}, ${who}`,
        answers: [own, answer],
        code: 'accepted',
        expected: '401',
        got: `${answer.status}, and the handler ran`,
        cause: `${authenticator} takes an empty secret for a signer that is not known: a client that knows the message may sign it`,
      })
    }
  if (last !== undefined) world.passed({ row: 'signed.empty-secret', route, answers: [last] })
}

interface Forgery {
  readonly request: RequestData
  readonly who: string
  readonly secret: string
}

/** The good request with another signature, as it is and for each of its fields as one that names nothing. */
function forgeriesOf(good: RequestData, { algorithm, message, digest }: KeyedDigest): readonly Forgery[] {
  const form = FORMS.find((one) => holds(good, digest.toString(one)))
  if (form === undefined) return []
  const signature = digest.toString(form)
  return [undefined, ...namesIn(good, signature)].flatMap((name) =>
    SECRETS.map((secret): Forgery => {
      const renamed = (text: string): string => (name === undefined ? text : text.replaceAll(name, UNKNOWN))
      const other = Buffer.from(renamed(message.toString('latin1')), 'latin1')
      const forged = createHmac(algorithm, secret).update(other).digest(form)
      const signed = (text: string): string =>
        text.replaceAll(signature, forged).replaceAll(encodeURIComponent(signature), encodeURIComponent(forged))
      const isNamed = name !== undefined && valuesIn(good).includes(name)
      return {
        request: {
          ...good,
          target: signed(isNamed ? renamed(good.target) : good.target),
          headers: good.headers.map(([field, text]) => [
            field,
            text === name || text.includes(signature) ? signed(renamed(text)) : text,
          ]),
        },
        who: name === undefined ? 'of the same signer' : `and ${UNKNOWN} in the place of ${name}`,
        secret,
      }
    }),
  )
}

function holds({ target, headers }: RequestData, text: string): boolean {
  return target.includes(encodeURIComponent(text)) || headers.some(([, value]) => value.includes(text))
}

/** The values of the query. */
function valuesIn({ target }: RequestData): readonly string[] {
  return [...new URL(target, 'http://host').searchParams.values()]
}

/** Values of header fields and parameters that may name a signer: words that are neither times nor the signature. */
function namesIn(good: RequestData, signature: string): readonly string[] {
  const fields = good.headers
    .filter(([name]) => /^x-|key|station|client|sender|signer|id$/i.test(name))
    .map(([, value]) => value)
  const all = [...fields, ...valuesIn(good)]
  return [...new Set(all)].filter(
    (text) => /^[\w.-]{2,40}$/.test(text) && !/^\d{10,}$|^\d{4}-\d\d-/.test(text) && !text.includes(signature),
  )
}
