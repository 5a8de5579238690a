import { isCreation } from '../subject/creates.ts'
import type { Journal, Made } from '../ask/journal.ts'
import { foldName, isNamed, objectsOfJson, singular, textsIn } from '../ask/values.ts'
import type { Credential, Fixtures } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { isFor, type Route } from '../model/route.ts'
import { readBody } from '../replay/replay.ts'
import type { Sending, Target } from '../replay/target.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { decodePercent } from '../text/encoding.ts'
import { type Json, isObject, parseObject } from '../text/json.ts'
import type { Targets } from '../targets/targets.ts'
import { lastNounOf, listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { entriesIn, markedRecord } from '../whose/made-by-run.ts'
import { CREATED, idOfLocation } from '../whose/seen-records.ts'
import { isBelow, itemOf } from './unlike-bodies.ts'

/** The facts by which creations are known. */
interface CreationsInput {
  readonly routes: readonly Route[]
  /** With the credentials of the newest logins. */
  readonly fixtures: () => Fixtures
  /** Stands in all texts that the run makes. */
  readonly mark: string
  readonly journal: Journal
}

/** Where records are made, and the operation that deletes one by its id. */
interface Collection {
  readonly create: Route
  readonly remove: Route
  readonly param: string
}

/**
 * Notes what a run makes in collections whose records can be deleted, from the answers to its own creations: no list has to show it. An id
 * that a read had before, or that two creations have in common, is that of an upsert or of the user, and is not noted.
 */
export class Creations {
  readonly #input: CreationsInput
  readonly #collections: readonly Collection[]
  /** Where records are made in other ones. */
  readonly #inside: readonly Collection[]
  /** Every value that was read before. */
  readonly #read = new Set<string>()
  /** Ids of entries that the list of a creation had before, by its operation. */
  readonly #listed = new Map<string, Set<string>>()
  /** Ids in answers without the mark, by operation and user. */
  readonly #unmarked = new Map<string, string[]>()

  constructor(input: CreationsInput) {
    this.#input = input
    const { throwaway, login } = input.fixtures()
    // Users whom an administrator makes are deleted as other records are.
    const own = [throwaway?.as === undefined ? throwaway?.register : undefined, throwaway?.login, login?.request]
    this.#collections = input.routes.flatMap((create) => {
      const remove = itemOf(create, input.routes)
      const param = (remove && paramsOf(remove).at(-1)) ?? ''
      const isOfUsers = own.some((request) => request !== undefined && isFor(create, request))
      return remove === undefined || isOfUsers ? [] : [{ create, remove, param }]
    })
    this.#inside = input.routes.flatMap((create) => {
      const remove = input.routes.find((one) => isItemIn(one, create))
      const param = (remove && paramsOf(remove).at(-1)) ?? ''
      return !isCreation(create, input.routes) || remove === undefined ? [] : [{ create, remove, param }]
    })
  }

  /** The target, whose answers are noted. @param readsToo values of reads are known ones from then on */
  watched(target: Target, readsToo = false): Target {
    if (this.#collections.length + this.#inside.length === 0) return target
    const watch = (request: RequestData | undefined, sending: Sending): Sending => {
      const note = (answer: RawResponse): void => {
        if (request !== undefined) this.#note(request, answer, readsToo)
      }
      // First, so that the clean-up finds the note.
      sending.answer.then(note, () => undefined)
      return sending
    }
    return {
      send: (request, ...how) => watch(request, target.send(request, ...how)),
      async *sendTogether(requests, ...how) {
        let at = 0
        for await (const sending of target.sendTogether(requests, ...how)) yield watch(requests[at++], sending)
      },
      sendAtOnce: async (requests, patience) =>
        (await target.sendAtOnce(requests, patience)).map((sending, at) => watch(requests[at], sending)),
      close: () => target.close(),
    }
  }

  #note(request: RequestData, answer: RawResponse, readsToo: boolean): void {
    const { status, body } = answer
    if (status < 200 || status > 299) return
    if (readsToo && request.method === 'GET') this.#noteRead(request, readBody(body))
    if (request.method === 'DELETE') this.#strike(request)
    if (MAKES.has(request.method)) this.#noteInside(request, body)
    if (!MAKES.has(request.method)) return
    const collection = this.#collections.find(({ create }) => isFor(create, request))
    if (collection === undefined) return
    if (request.body?.includes(this.#input.mark) === true) this.#noteMade(collection, request, answer)
    else this.#noteNaming(collection, request, answer)
  }

  #noteRead({ target }: RequestData, json: unknown): void {
    for (const text of textsIn(json)) this.#read.add(text)
    for (const { create, param } of this.#collections) {
      if (!isFor(create, { method: create.method, target })) continue
      const known = this.#listed.get(create.key) ?? new Set()
      this.#listed.set(create.key, known)
      for (const { id } of entriesIn(json, param, listedNounOf(create))) known.add(id)
    }
  }

  #noteMade({ create, remove, param }: Collection, request: RequestData, answer: RawResponse): void {
    const { mark, journal } = this.#input
    const json = readBody(answer.body)
    const by = this.#askerOf(request)
    const made = (id: string): Made => ({ kind: 'record', read: '', remove: remove.key, params: { [param]: id }, by })
    const isId = idNames(create, param)
    // Another record in the answer may hold the mark, too, and its id may be that of a real one.
    const marked = markedRecord(json, mark, (one) => idIn(one, isId) !== undefined)
    const id = idIn(marked, isId) ?? idOfLocation(answer, request, remove.path)
    if (id !== undefined) return answer.status === CREATED || !this.#read.has(id) ? journal.add(made(id)) : undefined
    const other = idIn(outermost(json), isId)
    if (other === undefined || this.#read.has(other)) return
    const key = `${create.key} ${by}`
    const all = [...(this.#unmarked.get(key) ?? []), other]
    this.#unmarked.set(key, all)
    // One answer does not say whether an id is that of the record.
    for (const one of new Set(all))
      if (all.indexOf(one) !== all.lastIndexOf(one)) journal.done(made(one))
      else if (new Set(all).size > 1 && (one === other || all.length === 2)) journal.add(made(one))
  }

  /** A record without a text, which names one of the run, and so was made after it, or of an operation that answers with the id of what it makes. */
  #noteNaming({ create, remove, param }: Collection, request: RequestData, answer: RawResponse): void {
    const { journal } = this.#input
    const json = outermost(readBody(answer.body))
    const sent: unknown = parseBody(request)
    const located = idOfLocation(answer, request, remove.path)
    const id = located ?? idIn(json, idNames(create, param))
    if (answer.status !== CREATED || !isObject(sent) || id === undefined) return
    const isOfRun = journal.made.some((one) => {
      if (one.kind !== 'record') return false
      const noun = singular(lastNounOf({ path: one.remove }))
      const made = Object.values(one.params).at(-1)
      return Object.entries(sent).some(([name, value]) => {
        const isReference = foldName(name).replace(/ids?$/, '') === noun
        return isReference && isNamed(value, made) && (located !== undefined || isNamed(json?.[name], made))
      })
    })
    const params = { [param]: id }
    const made = { kind: 'record', read: '', remove: remove.key, params, by: this.#askerOf(request) } as const
    if (isOfRun) journal.add(made)
    else if (this.#listed.get(create.key)?.has(id) !== true) journal.suppose(create.key, made)
  }

  /** A record in another one: its answer has the mark, or else what was sent, so that the id in it is its own. */
  #noteInside(request: RequestData, body: string): void {
    const { mark, journal, routes } = this.#input
    const collection = this.#inside.find(({ create }) => paramsIn(request, create) !== undefined)
    const sent: unknown = collection && parseBody(request)
    if (collection === undefined || !isObject(sent)) return
    const { create, remove, param } = collection
    const isMarked = request.body?.includes(mark) === true
    const json = readBody(body)
    const isSent = (one: Json): boolean =>
      Object.entries(sent).some(([name, value]) => typeof value !== 'object' && one[name] === value)
    const made = isMarked ? markedRecord(json, mark) : objectsOfJson(json).find(isSent)
    const id = idIn(made, idNames(create, param))
    const outer = paramsIn(request, create)
    const list = routes.find(({ method, path }) => method === 'GET' && path === create.path)
    if (id === undefined || this.#read.has(id) || list === undefined) return
    const params = { ...outer, [param]: id }
    const how = isMarked ? { by: this.#askerOf(request) } : { isInside: true as const }
    journal.add({ kind: 'record', read: list.key, remove: remove.key, params, ...how })
  }

  /** A record that the run itself has deleted. */
  #strike(request: RequestData): void {
    const { journal } = this.#input
    for (const one of journal.made) {
      if (one.kind !== 'record' || one.by === undefined) continue
      const remove = this.#collections.find((known) => known.remove.key === one.remove)?.remove
      const [path = ''] = request.target.split('?')
      const id = Object.values(one.params).at(-1) ?? ''
      if (remove && isFor(remove, request) && withoutSlash(path).endsWith(`/${encodeURIComponent(id)}`))
        journal.done(one)
    }
  }

  /** The name of the user whose credential a request brings; empty where it is not known. */
  #askerOf({ headers, target }: RequestData): string {
    const { journal, fixtures } = this.#input
    const all = [...Object.values(fixtures().valid), ...[...journal.loggedIn.values()].map((one) => one.credentials)]
    const sent = [target, ...headers.map(([, value]) => value)]
    const isSent = ({ value }: Credential): boolean =>
      (value.type === 'key' || value.type === 'cookie') && sent.some((text) => text.includes(value.value))
    return all.flat().find(isSent)?.user ?? ''
  }
}

/** Targets whose answers are noted; as they are where nothing is made. */
export function withNotes(targets: Targets, creations: Creations | undefined): Targets {
  return creations === undefined ? targets : { ...targets, of: (scenario) => creations.watched(targets.of(scenario)) }
}

/** Methods of creations. */
const MAKES: ReadonlySet<string> = new Set(['POST', 'PUT'])

/** Whether an operation deletes one of the records that another one makes in a record. */
function isItemIn(remove: Route, create: Route): boolean {
  return remove.method === 'DELETE' && create.path.includes('[') && isBelow(remove, create)
}

/** The values of the parameters of an operation that a request is for; `undefined` where it is for another one. */
function paramsIn({ method, target }: RequestData, route: Route): Readonly<Record<string, string>> | undefined {
  const steps = (route.base + route.path).split('/')
  const values = (target.split('?')[0] ?? '').split('/')
  const isParam = (step: string): boolean => /^\[.+\]$/.test(step)
  const isSame = steps.every((step, at) => isParam(step) || step === values[at])
  if (method !== route.method || steps.length !== values.length || !isSame) return undefined
  const named = steps.flatMap((step, at) => (isParam(step) ? [[step.slice(1, -1), values[at] ?? ''] as const] : []))
  return Object.fromEntries(named.map(([name, value]) => [name, decodePercent(value)]))
}

/** `undefined` for a body that is not JSON. */
function parseBody({ body = '' }: RequestData): unknown {
  return parseObject(Buffer.from(body, 'latin1').toString('utf8'))
}

/** `id`, the name of the parameter, and for `/api-tokens` `tokenId`; no name that a secret may have, such as `key`. */
function idNames({ path }: Route, param: string): (name: string) => boolean {
  const record = singular(path.replace(/\/$/, '').split('/').at(-1) ?? '')
  return (name) => {
    const folded = foldName(name)
    if (folded === foldName(param) || folded === 'uuid') return true
    return folded.endsWith('id') && record.endsWith(folded.slice(0, -'id'.length))
  }
}

function idIn(object: Json | undefined, isId: (name: string) => boolean): string | undefined {
  const [, value] = Object.entries(object ?? {}).find(([name]) => isId(name)) ?? []
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The object of an answer, or the only one inside it. */
function outermost(json: unknown): Json | undefined {
  if (!isObject(json)) return undefined
  const inner = Object.values(json).filter(isObject)
  const isWrapped = inner.length === 1 && !Object.keys(json).some((name) => foldName(name).endsWith('id'))
  return isWrapped ? inner[0] : json
}
