import type { Page } from './page-state.ts'
import type { Plan } from './plan.ts'
import { findRefusal } from './refusal.ts'
import type { EventBus } from './scalar.ts'
import type { OperationFacts, SchemeFacts } from './schemes.ts'

/**
 * Keeps Scalar's own state of authentication equal to the plans, since its code snippets are made of that state: per
 * operation the alternative that is sent, per scheme the value. Where nothing can be sent yet, the snippet shows the
 * first alternative with Scalar's placeholder.
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
        selectedRequirements: [requirementOf(facts, page.plan(facts))],
        newSchemes: [],
        meta: { type: 'operation', path, method },
      })
    }
  }
}

function requirementOf({ ways }: OperationFacts, plan: Plan): Readonly<Record<string, readonly string[]>> {
  const index = plan.ways.findIndex(({ key }) => key === plan.way)
  return Object.fromEntries((ways[Math.max(index, 0)] ?? []).map((name) => [name, []]))
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
