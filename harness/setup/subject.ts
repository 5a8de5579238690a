import { isLoopback } from '../../server/internal.ts'
import type { TokenLogins } from '../credentials/server-skeleton.ts'
import type { AnyApi } from '../model/application.ts'
import { type Route, routesOf } from '../model/route.ts'
import type { Origins } from '../subject/plan-input.ts'
import type { Failures } from '../replay/failures.ts'
import type { Traffic } from '../replay/traffic.ts'
import type { Undeclared } from '../targets/undeclared.ts'

/** The subject of a test: an application in this process, or a server somewhere. */
export type Subject =
  | { readonly kind: 'local'; readonly api: AnyApi; readonly base: string }
  | {
      readonly kind: 'remote'
      readonly origin: string
      readonly routes: readonly Route[]
      readonly unsafe: boolean
      readonly logins?: TokenLogins
      readonly undeclared?: Undeclared
      /** The requests of the preparation. */
      readonly traffic?: Traffic
      /** `null` where its statuses say what is refused; absent before that is known. */
      readonly failures?: Failures | null
    }

/** The routes of what is tested. */
export function routesOfSubject(subject: Subject): readonly Route[] {
  if (subject.kind === 'remote') return subject.routes
  return routesOf(subject.api.operations(), subject.base, subject.api.settings.csrf ?? false)
}

/** A run fails some hundred times from one address, and means it. */
export function withoutThrottle(subject: Subject): Subject {
  if (subject.kind === 'remote' || subject.api.settings.throttle === undefined) return subject
  const { api } = subject
  return { ...subject, api: api.withOperations(api.operations(), { throttle: false }) }
}

/** Unless its options say that it is only for this machine. */
export function hasPublicMode({ settings: { publicUrl } }: AnyApi): boolean {
  return publicUrl === undefined || !publicUrl.startsWith('http:') || !isLoopback(hostnameOf(publicUrl))
}

/** Without a port in `Host` the origin is known before anything listens. */
export function originsOf({ settings }: AnyApi): Origins {
  const host = '127.0.0.1'
  return { own: settings.publicUrl ?? `http://${host}`, host, trusted: settings.trustedOrigins }
}

/** Without the brackets of IPv6. */
export function hostnameOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}
