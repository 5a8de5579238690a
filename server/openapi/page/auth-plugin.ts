import { looksLikeLogin } from '../login.ts'
import { type Choice, chooseCredentials, type Credential, type Way } from './choice.ts'
import type { PageConfiguration } from './configuration.ts'
import { type CallCookie, plantCookies } from './cookie-jar.ts'
import type { AuthState, Plugin, RequestBuilder, Scheme, ShownDocument, ShownOperation } from './scalar.ts'

interface Plan {
  readonly mode: Choice['mode']
  readonly cookies: readonly CallCookie[]
}

/** The plugin, and the `fetch` through which its calls must go. */
export interface AuthPlugin {
  readonly plugin: Plugin
  readonly fetch: typeof fetch
}

/**
 * Makes each test call carry what its own operation asks for, and nothing else. Scalar's own choice sends whatever is
 * selected to every operation, empty fields included, and cannot send cookies.
 */
export function createAuthPlugin({ sessionCookie, slug, credentials = {} }: PageConfiguration): AuthPlugin {
  let auth: AuthState | undefined
  const plans = new WeakMap<RequestBuilder | Request, Plan>()
  return {
    plugin: {
      name: 'svc-auth',
      extensions: [],
      hooks: {
        onInit(state) {
          auth = state.auth
        },
      },
      apiClientPlugins: [
        {
          hooks: {
            beforeRequest({ requestBuilder, document, operation }) {
              const state = readState(auth, document['x-scalar-navigation']?.name ?? slug, requestBuilder, credentials)
              const choice = chooseCredentials({
                ways: waysOf(operation, document, sessionCookie, state),
                selected: state.selected,
                isCustom: operation['x-svc-auth']?.custom !== undefined,
                isLogin: looksLikeLogin(
                  requestBuilder.method,
                  requestBuilder.path.raw,
                  operation.security?.length === 0,
                ),
              })
              requestBuilder.security = choice.send.filter((credential) => credential.in !== 'cookie')
              plans.set(requestBuilder, planOf(choice, requestBuilder))
            },
            requestBuilt({ request, requestBuilder }) {
              const plan = plans.get(requestBuilder)
              if (plan) plans.set(request, plan)
            },
          },
        },
      ],
    },
    async fetch(input, init) {
      const plan = input instanceof Request ? plans.get(input) : undefined
      if (!plan) return fetch(input, init)
      const request = input as Request
      const uproot = plantCookies(plan.cookies, new URL(request.url), document)
      try {
        return await fetch(request, { credentials: plan.mode })
      } finally {
        uproot()
      }
    },
  }
}

interface State {
  readonly selected: string | undefined
  readonly secretOf: (scheme: string, field: 'token' | 'username' | 'password') => string
}

function readState(
  auth: AuthState | undefined,
  documentName: string,
  { path, method }: RequestBuilder,
  prefilled: NonNullable<PageConfiguration['credentials']>,
): State {
  const at = { type: 'operation', documentName, path: path.raw, method: method.toLowerCase() } as const
  const selection = auth?.getAuthSelectedSchemas(at) ?? auth?.getAuthSelectedSchemas({ type: 'document', documentName })
  const requirement = selection?.selectedSchemes[selection.selectedIndex]
  return {
    selected: requirement && keyOf(requirement),
    // As Scalar shows it: what was typed, else what the field began with.
    secretOf: (scheme, field) =>
      textOf(auth?.getAuthSecrets(documentName, scheme)?.[`x-scalar-secret-${field}`]) ||
      textOf(prefilled[scheme]?.[field]),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function waysOf(
  operation: ShownOperation,
  document: ShownDocument,
  sessionCookie: string,
  state: State,
): readonly Way[] {
  return (operation.security ?? []).map((requirement) => ({
    key: keyOf(requirement),
    credentials: Object.keys(requirement).flatMap((name) => {
      const scheme = resolve(document, document.components?.securitySchemes?.[name])
      return scheme ? (credentialOf(name, scheme, sessionCookie, state) ?? []) : []
    }),
  }))
}

function credentialOf(name: string, scheme: Scheme, sessionCookie: string, state: State): Credential | undefined {
  if (scheme.type === 'apiKey' && scheme.in && scheme.name) {
    if (scheme.in === 'cookie' && scheme.name === sessionCookie) return { kind: 'carried' }
    return { kind: 'typed', in: scheme.in, name: scheme.name, value: state.secretOf(name, 'token') }
  }
  if (scheme.type !== 'http') return undefined
  const authorization = { kind: 'typed', in: 'header', name: 'Authorization' } as const
  if (scheme.scheme !== 'basic') return { ...authorization, format: 'bearer', value: state.secretOf(name, 'token') }
  const [username, password] = [state.secretOf(name, 'username'), state.secretOf(name, 'password')]
  return { ...authorization, format: 'basic', value: username || password ? `${username}:${password}` : '' }
}

/** Cookies that the operation declares as inputs are planted too: as headers they would be dropped. */
function planOf({ send, mode }: Choice, { cookies }: RequestBuilder): Plan {
  const keys = send.filter((credential) => credential.in === 'cookie')
  const inputs = cookies.filter(({ isDisabled, value }) => !isDisabled && value !== '')
  return { cookies: [...keys, ...inputs], mode: inputs.length > 0 ? 'same-origin' : mode }
}

function keyOf(requirement: Readonly<Record<string, unknown>>): string {
  return Object.keys(requirement).toSorted().join('\n')
}

function resolve(document: ShownDocument, scheme: Scheme | undefined): Scheme | undefined {
  if (scheme?.$ref === undefined) return scheme
  return scheme.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document) as
    | Scheme
    | undefined
}
