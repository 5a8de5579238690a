import type { Attack } from './attack.ts'
import { BODIES } from './bodies.ts'
import { CLOSED, CONNECTIONS } from './closed.ts'
import { AUTHORIZATION } from './credentials.ts'
import { FRAMING } from './framing.ts'
import { HOSTS } from './hosts.ts'
import { KEYS } from './keys.ts'
import { METHODS } from './methods.ts'
import { ORIGINS } from './origins.ts'
import { SESSIONS } from './sessions.ts'
import { TARGETS } from './targets.ts'

/** Every attack, by family. */
export const CATALOGUE: Readonly<Record<string, readonly Attack[]>> = {
  'targets and paths': TARGETS,
  'hosts and repeated lines': HOSTS,
  'framing and header grammar': FRAMING,
  Authorization: AUTHORIZATION,
  'keys in header, query and cookie': KEYS,
  'sessions and seals': SESSIONS,
  'same-origin proof': ORIGINS,
  'methods, upgrades and forwarding': METHODS,
  bodies: BODIES,
  'closed paths, guesses and other origins': CLOSED,
  'connections that are kept': CONNECTIONS,
}
