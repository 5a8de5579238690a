import { LoadError } from '../base/errors.ts'
import { findUnknownOption, namesOf, type OptionNames } from '../base/option-names.ts'
import { isToken } from '../grammar/token.ts'
import { BASIC, hasAuthorizationScheme } from '../model/carrier.ts'
import type { Authenticator, AuthenticatorOptions } from './authenticator.ts'
import { isCallable } from '../base/callable.ts'
import { declarationOf, findCaller } from './declared-at.ts'

const OPTION_NAMES = namesOf<AuthenticatorOptions>({ name: true, description: true })

/**
 * Checks the arguments of `bearer(authenticate, options)` and `basic(authenticate, options)`, where the call stands: an
 * authenticator with another hook than a function would only fail at its first request.
 *
 * @throws {@link LoadError} `SVC_AUTH_ARGUMENTS`, `SVC_OPTION_UNKNOWN`
 */
export function checkArguments(
  maker: string,
  [authenticate, options]: readonly [unknown, unknown],
  names: OptionNames = OPTION_NAMES,
): void {
  if (!isHook(authenticate)) {
    const form = `${maker}(authenticate) takes the function that checks the credential first; got ${nameOf(authenticate)}.`
    throw refuse(`${form} Write ${maker}((request, ${HOOK_VALUES[maker]}) => …).`)
  }
  checkOptions(maker, options, names)
}

/** The same of `headerKey(paramName, authenticate, options)` and the other keys. */
export function checkKeyArguments(
  maker: string,
  [paramName, authenticate, options]: readonly [unknown, unknown, unknown],
): void {
  const form = `${maker}(paramName, authenticate)`
  const name = typeof authenticate === 'string' ? authenticate : EXAMPLES[maker]
  const example = `Write ${maker}(${JSON.stringify(name)}, (request, key) => …).`
  if (typeof paramName === 'function' && typeof authenticate === 'string') {
    throw refuse(`${form} got its arguments in the other order. ${example}`)
  }
  if (typeof paramName !== 'string' || paramName === '') {
    throw refuse(`${form} takes the name first, a text that is not empty; got ${nameOf(paramName)}. ${example}`)
  }
  if (!isHook(authenticate)) {
    const got = `${form} takes the function that checks the key second; got ${nameOf(authenticate)}.`
    throw refuse(`${got} Write ${maker}(${JSON.stringify(paramName)}, (request, key) => …).`)
  }
  checkOptions(maker, options, OPTION_NAMES)
}

/**
 * Checks the scheme that a bearer authenticator reads. Credentials of Basic are a pair, which its grammar does not read.
 *
 * @throws {@link LoadError} `SVC_AUTH_SCHEME`
 */
export function requireScheme(scheme: unknown, authenticator: Authenticator): void {
  const isBasic = typeof scheme === 'string' && hasAuthorizationScheme(BASIC, scheme)
  if (typeof scheme === 'string' && isToken(scheme) && !isBasic) return
  const name = authenticator.name ?? authenticator.constructor.name
  const problem = `${name} reads the scheme ${JSON.stringify(scheme)} of Authorization,`
  const fix = isBasic
    ? 'which carries a user name and a password. Use basic(…) or HttpBasicAuth.'
    : `which cannot be one. Write one word without blanks, such as 'Token'.`
  throw new LoadError('SVC_AUTH_SCHEME', `${problem} ${fix}`, declarationOf(authenticator))
}

const HOOK_VALUES: Readonly<Record<string, string>> = { bearer: 'token', basic: 'username, password' }
const EXAMPLES: Readonly<Record<string, string>> = { headerKey: 'X-API-Key', queryKey: 'api_key', cookieKey: 'key' }

/** A generator would return its iterator, which is truthy; a class throws when it is called. */
function isHook(value: unknown): boolean {
  return typeof value === 'function' && isCallable(value)
}

function checkOptions(maker: string, options: unknown, names: OptionNames): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw refuse(`${maker}(…) takes its options last, as { name: 'Token' }; got ${nameOf(options)}.`)
  }
  const problem = findUnknownOption(options, names, maker)
  if (problem !== undefined) throw new LoadError('SVC_OPTION_UNKNOWN', problem, findCaller())
}

function nameOf(value: unknown): string {
  if (typeof value === 'function') {
    const kind = isCallable(value) ? 'the function' : 'the class or generator'
    return `${kind} ${value.name || 'without a name'}`
  }
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? 'undefined')
}

function refuse(problem: string): LoadError {
  return new LoadError('SVC_AUTH_ARGUMENTS', problem, findCaller())
}
