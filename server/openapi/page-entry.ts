import { isPair } from '../model/carrier.ts'
import type { LeafDescription } from '../model/description.ts'
import { alternativesOf } from './alternatives.ts'
import { requireManifest } from './assets/respond.ts'
import type { DocsFacts, DocsRoute } from './docs-route.ts'
import { describeApi } from './document.ts'
import { respondWithEntry } from './page.ts'
import type { EntryForm } from './page/configuration.ts'
import { loginBody } from './page/login-fields.ts'
import type { ShownDocument } from './page/scalar.ts'
import type { SchemeFacts } from './page/schemes.ts'
import { sessionOperations } from './session-operations.ts'

/**
 * The form for people in the place of a guarded page, beside the same 401. It is for everyone, so it
 * says what the challenges of the 401 say, and the login operation where a session opens the page; nothing else of the API.
 */
export function entryOf(facts: DocsFacts): Pick<DocsRoute, 'refuse'> {
  if (!facts.guard) return {}
  let form: EntryForm | undefined
  return {
    refuse: ({ headers }, challenges) => {
      if (!/\btext\/html\b/i.test(headers.get('accept') ?? '')) return undefined
      form ??= formOf(facts)
      const shown = form
      return requireManifest().then((manifest) => respondWithEntry(shown, manifest, challenges))
    },
  }
}

function formOf(facts: DocsFacts): EntryForm {
  const login = loginOf(facts)
  const alternatives = facts.guard ? alternativesOf(facts.guard) : []
  const ways = alternatives.flatMap((leaves) => {
    const members = leaves.map((leaf) => memberOf(leaf, login !== undefined))
    const isKnown = members.length > 0 && !members.includes(undefined)
    return isKnown ? [distinct(members as readonly SchemeFacts[])] : []
  })
  const shown = distinct(ways)
  const needsLogin = shown.flat().some(({ kind }) => kind === 'session')
  return { ways: shown, ...(login && needsLogin ? { login } : {}) }
}

/** A way to give its credential; `undefined` where a form cannot. A function of the request may look for a session. */
function memberOf({ carrier }: LeafDescription, hasLogin: boolean): SchemeFacts | undefined {
  const none = { name: '', description: '' }
  switch (carrier.in) {
    case 'authorization': {
      const where = { ...none, in: 'header', param: 'Authorization', place: 'header Authorization' } as const
      if (isPair(carrier)) return { ...where, kind: 'basic' }
      if (carrier.scheme.toLowerCase() === 'bearer') return { ...where, kind: 'bearer' }
      return { ...where, kind: 'key', prefix: `${carrier.scheme} ` }
    }
    case 'session':
    case 'request':
      return hasLogin ? { ...none, kind: 'session', in: 'cookie', param: '', place: '' } : undefined
    default: {
      const place = `${carrier.in === 'query' ? 'query parameter' : carrier.in} ${carrier.name}`
      return { ...none, kind: 'key', in: carrier.in, param: carrier.name, place }
    }
  }
}

/** The login operation and its fields; the path relative to the page, which a proxy may serve below a prefix. */
function loginOf(facts: DocsFacts): EntryForm['login'] {
  const { login } = sessionOperations(facts)
  const body = login && loginBody(describeApi(facts) as unknown as ShownDocument, login)
  return login && body && { method: login.method, path: `.${login.path.slice(facts.base.length)}`, ...body }
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
