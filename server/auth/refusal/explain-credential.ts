import type { CredentialSource, RequestContext } from '../../http/request.ts'
import type { Carrier } from '../../model/carrier.ts'
import type { LeafDescription } from '../../model/description.ts'
import type { Observation } from '../../model/observation.ts'
import { type Authenticator, UNUSABLE } from '../authenticator.ts'
import { declarationOf } from '../declared-at.ts'
import type { Asked, KnownCredential, RefusalContext } from './context.ts'
import type { Fault } from './fault.ts'
import { findReaders, findThere } from './found-places.ts'
import { findOriginFault } from './origin-fault.ts'
import { knownScheme } from './known-schemes.ts'
import { findFault } from './place-fault.ts'
import type { CredentialReason, Place } from './refusal.ts'
import { describeThrown, nameFalsy, positionFields } from './thrown.ts'

/** An authenticator of the operation, and how it ended. */
export interface Looked {
  readonly description: LeafDescription
  readonly authenticator?: Authenticator
  readonly callable?: object
  /** `undefined` where it was not asked. */
  readonly step:
    | Exclude<
        Extract<Observation, { readonly type: `authenticator.${string}` }>,
        { readonly type: 'authenticator.called' }
      >
    | undefined
}

/** The reason of one authenticator. */
export async function explainCredential(looked: Looked, asked: Asked): Promise<CredentialReason> {
  const { description, authenticator, callable, step } = looked
  const { request } = asked
  const carrier = carrierOf(description)
  const reason = {
    type: 'credential',
    authenticator: description.name,
    ...positionFields(declarationOf(authenticator ?? (callable as object))),
    place: placeOf(carrier, request),
    ...(description.superuser ? { superuser: true as const } : {}),
  } as const
  switch (step?.type) {
    case undefined: {
      const isAbsent = authenticator !== undefined && read(authenticator, request) === undefined
      return { ...reason, outcome: 'untried', ...(isAbsent ? { fault: { fault: 'absent' } } : {}) }
    }
    case 'authenticator.passed':
      return { ...reason, outcome: 'passed' }
    case 'authenticator.skipped': {
      const { reason: outcome } = step
      if (outcome === 'csrf') return { ...reason, outcome, origin: findOriginFault(request as RequestContext) }
      const fault = (await findOwnFault(looked, carrier, request, outcome)) ?? {}
      if (outcome === 'unusable') return { ...reason, outcome, ...fault }
      const there = findThere(carrier, asked)
      return { ...reason, outcome, ...fault, ...(there.length > 0 ? { there } : {}) }
    }
    case 'authenticator.failed': {
      const { reason: outcome, error } = step
      if (outcome !== 'refused') return { ...reason, outcome, ...(error ? { thrown: describeThrown(error) } : {}) }
      const fault = (await findOwnFault(looked, carrier, request, outcome)) ?? {}
      // The returned value says only whether there is a session.
      if (carrier.in === 'session') return { ...reason, outcome, ...userFault(fault, step.returned) }
      const belongsTo = authenticator && findOwner(read(authenticator, request), asked.credentials)
      const readers = findReaders(carrier, asked)
      return {
        ...reason,
        outcome,
        ...fault,
        returned: nameFalsy(step.returned),
        ...(belongsTo === undefined ? {} : { belongsTo }),
        ...(readers.length > 0 ? { readers } : {}),
      }
    }
  }
}

/** Where it looks: of a function, where `named` says that it does. */
function carrierOf({ carrier, scheme }: LeafDescription): Carrier {
  if (carrier.in !== 'request') return carrier
  if (scheme?.type === 'apiKey') return { in: scheme.in, name: scheme.name }
  return scheme?.type === 'http' ? { in: 'authorization', scheme: scheme.scheme } : carrier
}

function placeOf(carrier: Carrier, { sessions }: CredentialSource): Place {
  return carrier.in === 'session' ? { in: 'session', name: sessions.cookieName } : carrier
}

/** The fault that a kind names, else that of its place. A class that reads elsewhere than it says has none of that place. */
async function findOwnFault(
  { authenticator }: Looked,
  carrier: Carrier,
  request: CredentialSource,
  outcome: 'absent' | 'unusable' | 'refused',
): Promise<{ readonly fault: Fault } | undefined> {
  const fault = (await ask(authenticator, request)) ?? findFault(request, carrier)
  if (fault === undefined) return undefined
  const fits =
    outcome === 'absent'
      ? ABSENT.has(fault.fault)
      : outcome === 'refused'
        ? !MISSING.has(fault.fault)
        : fault.fault !== 'wrong'
  return fits ? { fault } : outcome === 'absent' ? { fault: { fault: 'absent' } } : undefined
}

const ABSENT: ReadonlySet<string> = new Set<Fault['fault']>(['absent', 'other-scheme', 'no-scheme', 'joined'])
const MISSING: ReadonlySet<string> = new Set<Fault['fault']>([...ABSENT, 'repeated', 'empty'] as never)

async function ask(authenticator: Authenticator | undefined, request: CredentialSource): Promise<Fault | undefined> {
  try {
    const fault = await authenticator?.explain?.(request)
    return fault && cleanFault(fault)
  } catch {
    return undefined
  }
}

/** A kind from outside may put more into a fault than may be shown. */
function cleanFault({ fault, scheme, length, position, times, seconds }: Fault): Fault | undefined {
  if (!/^[a-z][a-z\d-]{0,39}$/.test(fault)) return undefined
  const numbers = Object.entries({ length, position, times, seconds }).filter(([, value]) => Number.isFinite(value))
  const known = scheme === undefined ? undefined : knownScheme(scheme)
  return { fault, ...Object.fromEntries(numbers), ...(known === undefined ? {} : { scheme: known }) }
}

/** Of a session without fault either `loadUser` did not find the user, or the hook refused it. */
function userFault(found: { readonly fault?: Fault }, returned: unknown): { readonly fault: Fault } {
  return { fault: found.fault ?? { fault: returned === null ? 'wrong' : 'no-user' } }
}

/** The authenticator that a credential of the fixtures is for. */
function findOwner(
  credential: readonly unknown[] | undefined,
  credentials: RefusalContext['credentials'] = {},
): string | undefined {
  const [first, second] = credential ?? []
  const isSame = (known: KnownCredential): boolean =>
    'value' in known
      ? known.value === first && second === undefined
      : known.username === first && known.password === second
  return Object.entries(credentials).find(([, known]) => isSame(known))?.[0]
}

function read(authenticator: Authenticator, request: CredentialSource): readonly unknown[] | undefined {
  try {
    const credential = authenticator.read(request)
    return credential === UNUSABLE ? [] : credential
  } catch {
    return []
  }
}
