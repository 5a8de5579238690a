import { formatPosition, type SourcePosition } from '../../base/errors.ts'
import { plural } from '../../base/plural.ts'
import { isPair } from '../../model/carrier.ts'
import { describeFault } from './fault-text.ts'
import { describeOrigin } from './origin-text.ts'
import { describePlace, describeThere } from './place-text.ts'
import type {
  CodeReason,
  CombinedReason,
  CredentialReason,
  GuardReason,
  Reason,
  Refusal,
  ResourceReason,
  Thrown,
} from './refusal.ts'

/**
 * The reasons of a refusal as lines for people, members of combinations indented: what was looked for, what was there, which
 * function said no, and what to do.
 */
export function formatRefusal({ reason, auth, level, source }: Refusal): readonly string[] {
  const isCombined = reason.type === 'list' || reason.type === 'all' || reason.type === 'guard'
  const declared = `auth is ${auth}, declared ${level === 'api' ? 'for the API' : `by the ${level}`}${at(source)}:`
  if (isCombined) return [declared, ...indent(linesOf(reason))]
  // fwAuth and plain functions have no position of their own.
  return linesOf(reason.type === 'credential' && source ? { source, ...reason } : reason)
}

function linesOf(reason: Reason): readonly string[] {
  switch (reason.type) {
    case 'credential':
      return [describeCredential(reason)]
    case 'list':
    case 'all':
    case 'optional':
      return describeCombined(reason)
    case 'guard':
      return [...linesOf(reason.member), describeGuard(reason)]
    case 'resource':
      return [describeResource(reason)]
    case 'origin': {
      const [what, fix] = describeOrigin(reason.origin)
      const demand =
        reason.by === 'login' ? 'login() starts no session for another site' : 'The operation says csrf: true'
      return [`${demand}, and ${what}. ${fix}`]
    }
    case 'throttle':
      return [`This client failed too often, and no function was asked. Wait ${plural(reason.wait, 'second')}.`]
    case 'handler':
    case 'middleware':
      return [describeCode(reason)]
  }
}

function describeCombined({ type, members, passed }: CombinedReason): readonly string[] {
  if (type === 'optional') {
    const lines = members.flatMap(linesOf)
    return passed ? lines : [...lines, 'It is optional: without any credential of its kind the request passes.']
  }
  const head =
    type === 'all' ? `each of these ${members.length} is needed:` : `one of these ${members.length} is needed:`
  return [head, ...members.flatMap((member, index) => number(linesOf(member), index + 1))]
}

function number([first = '', ...rest]: readonly string[], index: number): readonly string[] {
  return [`${index}. ${first}`, ...indent(rest)]
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `   ${line}`)
}

function describeCredential(reason: CredentialReason): string {
  const { authenticator, source, place, outcome, fault, origin, thrown } = reason
  const name = `${authenticator}${at(source)}`
  const where = describePlace(place)
  switch (outcome) {
    case 'passed':
      return `${name} passed.`
    case 'untried':
      return `${name} was not asked${fault ? `; what it looks for is not there either: ${where}` : ''}.`
    case 'absent':
    case 'unusable': {
      const [what, fix] = describeFault(fault ?? { fault: outcome === 'absent' ? 'absent' : 'malformed' }, place)
      const there = describeThere(reason.there ?? [])
      return `${name} looks for ${where}: ${what}${there && `; but ${there}`}. ${fix}`
    }
    case 'csrf': {
      const [what, fix] = origin ? describeOrigin(origin) : ['its proof of same origin is missing', '']
      return `${name} found ${where}, which browsers send by themselves, so a proof of same origin is needed, and ${what}. ${fix}`
    }
    case 'threw':
      return `${name} read ${where}, and its function threw ${describeThrown(thrown)}.`
    case 'timeout':
      return `${name} read ${where}, and its function took longer than authTimeout allows.`
    case 'refused':
      return describeRefused(reason, name)
  }
}

function describeRefused(
  { place, fault, returned, superuser, belongsTo, readers = [] }: CredentialReason,
  name: string,
): string {
  if (place.in === 'session') {
    if (fault?.fault !== 'wrong') {
      const [what, fix] = describeFault(fault ?? { fault: 'malformed' }, place)
      return `${name} read ${describePlace(place)}: ${what}. ${fix}`
    }
    const who = superuser
      ? 'its user is not a superuser: isSuperuser is not true. Log in as one that is.'
      : 'its function refused the user. Log in as one that it lets in.'
    return `${name} read ${describePlace(place)}: the session is valid, and ${who}`
  }
  const said = `${name} read ${describePlace(place)}, and its function said no: it returned ${returned ?? 'nothing'}.`
  if (belongsTo !== undefined) return `${said} The fixtures give this credential to ${belongsTo}.`
  if (fault && fault.fault !== 'wrong') {
    const [what, fix] = describeFault(fault, place)
    return `${said} ${what[0]?.toUpperCase()}${what.slice(1)}. ${fix}`
  }
  const length = fault?.length === undefined ? '' : ` It got ${plural(fault.length, 'character')}.`
  const others = readers.map(({ authenticator, operation }) => `${authenticator} (${operation})`).join(', ')
  const hint = others === '' ? wantedBy(place) : `Is it a credential of ${others}? That reads the same place.`
  return `${said}${length} ${hint}`
}

function wantedBy(place: CredentialReason['place']): string {
  if (place.in === 'request') return 'It looks at the request as a whole: its lines say what it looks for.'
  if (isPair(place)) return 'Check user name and password.'
  return `Check that it is the right ${place.in === 'authorization' ? 'token' : 'key'} and whole.`
}

function describeGuard({ guard, source, outcome, returned, thrown, lacks }: GuardReason): string {
  const name = `The guard ${guard}${at(source)}`
  switch (outcome) {
    case 'passed':
      return `${name} said yes.`
    case 'untried':
      return `${name} was not asked: it comes after.`
    case 'threw':
      return `${name} threw ${describeThrown(thrown)}.`
    case 'timeout':
      return `${name} took longer than authTimeout allows.`
    case 'refused':
      if (lacks) return `${name} said no: the token is right and lacks ${lacks.join(' and ')}. Get one with it.`
      return `${name} said no: it returned ${returned}. The credential is right; ask as a user that the guard lets in.`
  }
}

function describeResource({ resource, by, source, outcome, thrown }: ResourceReason): string {
  const name = `The resource ${resource}${at(source)}`
  if (outcome === 'absent') return `${name}: ${by} found none. Ask for one that exists.`
  if (outcome === 'threw') return `${name}: ${by} threw ${describeThrown(thrown)}, which is a refusal.`
  return `${name}: ${by} said no to this user. Ask as a user that it lets in, or for a resource of this one.`
}

function describeCode({ type, source, thrown }: CodeReason): string {
  const how = thrown ? `it threw ${describeThrown(thrown)}` : 'it answered so'
  return `The ${type}${at(source)} refused by itself: ${how}.`
}

function describeThrown(thrown: Thrown | undefined): string {
  return thrown ? `${thrown.error}${at(thrown.source)}` : 'an error'
}

function at(source: SourcePosition | undefined): string {
  return source ? ` (${formatPosition(source)})` : ''
}
