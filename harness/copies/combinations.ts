import type { AuthDescription, AuthRequest, LeafDescription, Operation, SourcePosition } from 'svc'
import { describeLeaf, REQUEST } from '../../server/internal.ts'
import { answerInCopy, createThenable, THROWN } from './copy-handler.ts'
import type { Route } from '../model/route.ts'
import { allOfAny, checkAny, optionalAny } from './untyped.ts'
import { type LeafHooks, changeLeaf, partsOf } from './rebuild.ts'
import { FAULT_VALUES } from './fault-values.ts'

/** An auth value beside its description. Where only the description matters, as in the plan, the value is absent. */
export interface Part {
  readonly value: unknown
  readonly description: AuthDescription
}

/** Makes an authenticator of the application a member of a combination, in the copy. */
export type Combine = (own: Part) => Part

const ERROR = `${THROWN} by an authenticator of the copy`

/** Authenticators with a fixed result. The thenable ones are not promises, as with many query builders. */
const STUBS: Readonly<Record<StubName, Stub>> = {
  refuses: () => null,
  'refuses-later': () => createThenable(0),
  passes: () => FAULT_VALUES.object,
  'passes-later': () => createThenable(FAULT_VALUES.object),
  throws: () => {
    throw new Error(ERROR)
  },
  rejects: () => Promise.reject(new Error(ERROR)),
}

type StubName = 'refuses' | 'refuses-later' | 'passes' | 'passes-later' | 'throws' | 'rejects'
type Stub = (request: AuthRequest) => unknown

function nameOfStub(stub: StubName): string {
  return `svc-${stub}`
}

/** The result of a member of that name, as the oracle calls it. */
export function verdictOfStub(name: string): 'good' | 'wrong' {
  return name.startsWith(nameOfStub('passes')) ? 'good' : 'wrong'
}

/** One of them as a member. */
export function stub(name: StubName): Part {
  const value = Object.defineProperty((request: AuthRequest) => STUBS[name](request), 'name', {
    value: nameOfStub(name),
  })
  return { value, description: describeLeaf(REQUEST, { name: nameOfStub(name) }) }
}

/** A list of members. */
export function listOf(...parts: readonly Part[]): Part {
  return { value: parts.map(({ value }) => value), description: { kind: 'list', members: parts.map(descriptionOf) } }
}

/** Members that must all pass. */
export function allOf(...parts: readonly Part[]): Part {
  const value = allOfAny(...parts.map((part) => part.value))
  return { value, description: { kind: 'all', members: parts.map(descriptionOf) } }
}

/** A member that is not needed. */
export function optionalOf(part: Part): Part {
  const value = optionalAny(part.value)
  return { value, description: { kind: 'optional', member: part.description } }
}

/** A member behind a question that is always answered alike. */
export function checkOf(part: Part, guard: () => unknown): Part {
  const value = checkAny(part.value, guard)
  return { value, description: { kind: 'check', member: part.description, guard: guard.name } }
}

/** The authenticator itself, but its hook passes every credential and gives the handler the arguments of its call. */
export function readerOf({ value, description }: Part): Part {
  if (value === undefined || !isLeaf(description)) return { value, description }
  const verify: LeafHooks['verify'] = (_, credential) => ({ credential: [...credential] })
  return { value: changeLeaf(value, description, () => ({ verify })), description }
}

/** Where the copy serves a combination: `/svc-combined/3/all-refuses-last`. */
export function combinedPath(authenticator: number, combination: string): string {
  return `/svc-combined/${authenticator}/${combination}`
}

/**
 * The operation of the copy as a route of the plan; what is declared stays where it was declared. A function of the
 * request may have signed its method and body, so it is asked with those of its route.
 */
export function combinedRoute(
  route: Route,
  leaf: LeafDescription,
  path: string,
  auth: AuthDescription,
): Route & { readonly auth: AuthDescription } {
  const method = methodInCopy(leaf, route.method)
  return { ...route, key: `${method} ${path}`, method, path, auth, level: 'operation', declaresBody: false }
}

function methodInCopy<Name extends string>({ carrier }: LeafDescription, own: Name): Name | 'GET' {
  return carrier.in === 'request' ? own : 'GET'
}

/** Every combination with every authenticator of an application, as operations whose handlers do nothing. */
export function combinedOperations(
  operations: readonly Operation[],
  combinations: Readonly<Record<string, Combine>>,
): readonly Operation[] {
  interface Own extends Part {
    readonly source: SourcePosition | undefined
    readonly method: Operation['method']
  }
  const own = new Map<string, Own>()
  for (const { auth, method } of operations) {
    for (const [value, description] of partsOf(auth)) {
      if (own.has(description.name)) continue
      own.set(description.name, { value, description, source: auth.source, method: methodInCopy(description, method) })
    }
  }
  return [...own.values()].flatMap(({ source, method, ...part }, index) =>
    Object.entries(combinations).map(([name, combine]): Operation => {
      const path = combinedPath(index, name)
      return {
        id: path,
        method,
        path,
        auth: { ...combine(part), level: 'operation', source },
        options: {},
        middleware: [],
        handler: answerInCopy,
        source,
      }
    }),
  )
}

function descriptionOf({ description }: Part): AuthDescription {
  return description
}

function isLeaf(description: AuthDescription): description is LeafDescription {
  return !['list', 'all', 'optional', 'check'].includes(description.kind)
}
