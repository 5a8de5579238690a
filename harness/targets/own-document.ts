import { describeApi } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import type { Route } from '../model/route.ts'
import { readDocument } from './document.ts'

/**
 * The routes of an application of this process with what its own document says of their bodies and answers. Its examples are left out: the fixtures say
 * which requests may be sent as they are.
 */
export function withOwnDocument(routes: readonly Route[], api: AnyApi): readonly Route[] {
  const source = { ...api.settings, base: '', operations: api.operations(), sessionCookieName: api.sessions.cookieName }
  const described = new Map(readDocument(describeApi(source)).routes.map(({ key, inputs }) => [key, inputs]))
  return routes.map((route) => {
    const inputs = described.get(route.key)
    return inputs === undefined ? route : { ...route, inputs }
  })
}
