import { CALL_FIELD, PERSON_FIELD } from './configuration.ts'
import { type CallCookie, plantCookies } from './cookie-jar.ts'
import { ownerOf } from './along.ts'
import { ELEMENTS } from './elements.ts'
import type { Offer, Page } from './page-state.ts'
import type { Plan } from './plan.ts'
import { type Plugin, type RequestBuilder, sentCookies } from './scalar.ts'
import type { OperationFacts } from './schemes.ts'
import { userOf } from './session.ts'
import { CREDENTIALS_EXTENSION } from './variant.ts'

interface Wire {
  readonly facts: OperationFacts
  readonly plan: Plan
  readonly cookies: readonly CallCookie[]
}

/** The plugin, and the `fetch` through which its calls must go. */
export interface AuthPlugin {
  readonly plugin: Plugin
  readonly fetch: typeof fetch
}

/**
 * Makes each test call carry what its own operation asks for, and nothing else: exactly what the plan of the operation
 * says, which is what its panel shows.
 */
export function createAuthPlugin(page: Page): AuthPlugin {
  const wires = new WeakMap<RequestBuilder | Request, Wire>()
  return {
    plugin: {
      name: 'svc-auth',
      extensions: [{ name: CREDENTIALS_EXTENSION, component: ELEMENTS.credentials }],
      apiClientPlugins: [
        {
          components: { request: { component: ELEMENTS.request }, response: { component: ELEMENTS.answer } },
          hooks: {
            beforeRequest({ requestBuilder, operation }) {
              const facts = operation.operationId === undefined ? undefined : page.recall(operation.operationId)
              requestBuilder.security = []
              if (!facts) return
              const inputs = sentCookies(requestBuilder)
              page.vault.noteCookie(facts.id, inputs.length > 0)
              const plan = page.plan(facts)
              requestBuilder.security = plan.send.filter((credential) => credential.in !== 'cookie')
              wires.set(requestBuilder, wireOf(facts, plan, inputs))
            },
            requestBuilt({ request, requestBuilder }) {
              const wire = wires.get(requestBuilder)
              if (wire) wires.set(request, wire)
            },
          },
        },
      ],
    },
    async fetch(input, init) {
      const wire = input instanceof Request ? wires.get(input) : undefined
      if (!wire) return fetch(input, input instanceof Request ? { ...init, credentials: 'omit' } : init)
      const request = input as Request
      // Thrown here and not earlier: only then Scalar takes the old answer away.
      if (wire.plan.refusal !== undefined) throw new Error(wire.plan.refusal)
      const owner = page.vault.login
        ? ownerOf(page)
        : page.carriesBasic(wire.plan)
          ? 'the Basic login of this page'
          : undefined
      const uproot = plantCookies(wire.cookies, new URL(request.url), document)
      try {
        const form = wire.plan.mode === 'omit' ? undefined : readForm(page, wire.facts, request)
        const response = await fetch(request, { credentials: wire.plan.mode, ...numbered(request, wire, page) })
        page.offers.delete(wire.facts.id)
        if (response.status === 426) page.offers.set(wire.facts.id, offerOf(request, wire))
        page.explanations.remark(wire.facts.id, remarkOn(response, wire, owner))
        if (!page.vault.person) await noticeSession(page, wire, response, form)
        return response
      } finally {
        uproot()
      }
    },
  }
}

/** The address of a call that was answered 426, which takes a WebSocket. */
function offerOf({ url }: Request, { plan, cookies }: Wire): Offer {
  const schemes = plan.send.length > 0 ? plan.ways.find(({ key }) => key === plan.way)?.schemes : undefined
  return { url, cookies, unsent: (schemes ?? []).filter((scheme) => scheme.in === 'header').map(({ name }) => name) }
}

/** A wrong key that is answered well because a session went along would be taken for a good one. */
function remarkOn({ ok }: Response, { plan }: Wire, owner: string | undefined): string | undefined {
  if (!ok || plan.mode === 'omit' || plan.session === 'sent' || plan.send.length === 0 || owner === undefined)
    return undefined
  const names = plan.ways.find(({ key }) => key === plan.way)?.schemes.map(({ name }) => name) ?? []
  return `${owner[0]?.toUpperCase()}${owner.slice(1)} went along: it may be what passed here, and not ${names.join(' and ')}.`
}

/** The number of a call of this origin, under which the reasons of its refusal arrive. Elsewhere nothing of it is sent. */
function numbered({ url, headers }: Request, { facts, plan, cookies }: Wire, page: Page): RequestInit {
  if (!page.isForDeveloper || new URL(url).origin !== location.origin) return {}
  const fields = new Headers(headers)
  fields.set(CALL_FIELD, page.explanations.number(facts.id))
  const { person } = page.vault
  if (!person) return { headers: fields }
  // The server puts their session in the place of the browser's, whose cookie must not be renewed by theirs.
  fields.set(PERSON_FIELD, plan.mode === 'omit' ? '' : encodeURIComponent(person.name))
  return { headers: fields, credentials: cookies.length > 0 ? 'same-origin' : 'omit' }
}

/** Cookies that are inputs are planted too: as headers they would be dropped. */
function wireOf(facts: OperationFacts, plan: Plan, inputs: readonly CallCookie[]): Wire {
  const keys = plan.send.filter((credential) => credential.in === 'cookie')
  return { facts, plan, cookies: [...keys, ...inputs] }
}

/** The values that are sent to the login operation, to say afterwards who is logged in. */
function readForm(page: Page, facts: OperationFacts, request: Request): Promise<unknown> | undefined {
  if (!isAt(page.sessionOperations.login, facts)) return undefined
  const isJson = request.headers.get('content-type')?.includes('json') === true
  const copy = request.clone()
  return isJson ? copy.json() : copy.formData().then((data) => Object.fromEntries(data))
}

/** A session begins, ends, or is found to be over: what the page shows beside the answer is what is true then. */
async function noticeSession(page: Page, { facts, plan }: Wire, { ok, status }: Response, form?: Promise<unknown>) {
  const { login, logout } = page.sessionOperations
  if (ok && isAt(login, facts)) {
    const values = await form?.catch(() => ({}))
    await page.session.changed(userOf(page, typeof values === 'object' && values !== null ? { ...values } : {}))
  } else if (ok && isAt(logout, facts)) {
    page.vault.logIn(undefined)
    await page.session.changed()
  } else if (status === 401 && plan.mode === 'same-origin') await page.session.refused()
}

function isAt(
  operation: { readonly method: string; readonly path: string } | undefined,
  facts: OperationFacts,
): boolean {
  return operation?.path === facts.path && operation.method.toLowerCase() === facts.method
}
