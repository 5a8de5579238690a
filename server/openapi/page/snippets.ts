import type { Page } from './page-state.ts'
import { isReady, type Plan } from './plan.ts'
import { findRefusal } from './refusal.ts'
import type { EventBus } from './scalar.ts'
import type { OperationFacts, SchemeFacts } from './schemes.ts'
import type { Vault } from './vault.ts'

/**
 * Keeps Scalar's own state of authentication equal to the plans, since its code snippets are made of that state: per
 * operation the alternative that is sent, per scheme the value. Where nothing can be sent yet, the snippet shows the
 * first alternative of which nothing is typed, with Scalar's placeholder: a value that the request does not carry is in none.
 */
export function keepSnippets(page: Page, bus: EventBus): () => void {
  const said = new Map<string, string>()
  const say = (key: string, event: string, payload: unknown): void => {
    const text = JSON.stringify(payload)
    if (said.get(key) === text) return
    said.set(key, text)
    bus.emit(event, payload)
  }
  return () => {
    for (const scheme of page.schemes) {
      const payload = secretsOf(scheme, page)
      say(`scheme ${scheme.name}`, 'auth:update:security-scheme-secrets', {
        name: scheme.name,
        payload,
        overwrite: true,
      })
    }
    for (const facts of page.operations) {
      if (facts.ways.length === 0) continue
      const { method, path } = facts
      say(`operation ${method} ${path}`, 'auth:update:selected-security-schemes', {
        selectedRequirements: [requirementOf(facts, page.plan(facts), page.vault)],
        newSchemes: [],
        meta: { type: 'operation', path, method },
      })
    }
  }
}

function requirementOf(
  { ways }: OperationFacts,
  plan: Plan,
  vault: Vault,
): Readonly<Record<string, readonly string[]>> {
  const isTyped = (scheme: SchemeFacts): boolean => scheme.kind !== 'session' && isReady(scheme, vault)
  const isShown = ({ key, schemes }: Plan['ways'][number]): boolean =>
    plan.way === undefined ? plan.session !== 'left-out' && !schemes.some(isTyped) : key === plan.way
  return Object.fromEntries((ways[plan.ways.findIndex(isShown)] ?? []).map((name) => [name, []]))
}

function secretsOf(scheme: SchemeFacts, page: Page): Readonly<Record<string, string>> {
  const typed = page.vault.typed(scheme.name)
  const { token = '', username = '', password = '' } = findRefusal(scheme, typed) ? {} : typed
  if (scheme.kind === 'key' || scheme.kind === 'session')
    return { type: 'apiKey', 'x-scalar-secret-token': token && `${scheme.prefix ?? ''}${token}` }
  return {
    type: 'http',
    'x-scalar-secret-token': token,
    'x-scalar-secret-username': username,
    'x-scalar-secret-password': password,
  }
}
