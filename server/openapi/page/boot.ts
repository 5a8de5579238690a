import { createAuthPlugin } from './auth-plugin.ts'
import { defineCode } from './code-element.ts'
import { CONFIGURATION_ID, type PageConfiguration } from './configuration.ts'
import { defineElements } from './elements.ts'
import { operationStyles } from './marks.ts'
import type { SendOwn } from './entry.ts'
import { nameParts } from './name-parts.ts'
import { OpenRequest } from './open-request.ts'
import { useEntry } from './own-request.ts'
import { Page } from './page-state.ts'
import { findEventBus, type Reference, type ScalarModule } from './scalar.ts'
import { DocumentSource } from './source.ts'
import { startTime } from './time-left.ts'
import { Vault } from './vault.ts'

/** Beside this module, as it is served. */
const SCALAR = 'scalar/scalar.js'

/** Everything that would send requests to another server, or lead there. */
const PRIVATE = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  proxyUrl: '',
} as const

/** Starts the page: the reference, kept up to date, with an authorization that works. */
async function boot(configuration: PageConfiguration): Promise<void> {
  // The whole title: Müsli and Mu-sli are two APIs.
  const api = `${location.pathname} ${configuration.title}`
  const vault = new Vault(configuration.persists ? localStorage : undefined, api, configuration.credentials)
  // Earlier versions of this page kept credentials there.
  for (const name of ['scalar-reference-auth', 'svc-credentials'])
    localStorage.removeItem(`${name}-${configuration.slug}`)
  const page = new Page(configuration, vault, api)
  const root = elementOf('app')
  const open = new OpenRequest(page, root)
  defineElements(page, open)
  document.body.append(open.pageNotice)
  const source = new DocumentSource(page)
  const [scalar] = await Promise.all([
    import(/* @vite-ignore */ new URL(SCALAR, import.meta.url).href) as Promise<ScalarModule>,
    source.load(),
  ])
  defineCode(page, scalar, () => open.prepare())
  const { plugin, fetch } = createAuthPlugin(page)
  const settings = {
    ...PRIVATE,
    title: configuration.title,
    documentDownloadType: 'json',
    orderSchemaPropertiesBy: 'preserve',
    slug: configuration.slug,
    plugins: [() => plugin],
    customFetch: (input: RequestInfo | URL, init?: RequestInit) =>
      input instanceof Request ? fetch(input, init) : source.answer(input, init),
  }
  const reference = await new Promise<Reference>((resolve) => {
    const mounted = scalar.createApiReference(root, {
      ...settings,
      url: source.url(),
      onLoaded: () => queueMicrotask(() => resolve(mounted)),
    })
  })
  nameParts(root)
  open.attach(findEventBus(root))
  const styles = document.head.appendChild(document.createElement('style'))
  const update = (): void => {
    styles.textContent = operationStyles(page.operations)
  }
  page.onDocument(update)
  const followSession = (): void => {
    if (page.schemes.some(({ kind }) => kind === 'session')) page.session.follow()
  }
  page.onDocument(followSession)
  followSession()
  update()
  addEventListener('storage', (event) => vault.follow(event))
  startTime()
  if (configuration.revision === undefined) return
  source.follow(configuration.revision, open, (url) => {
    open.prepare()
    reference.updateConfiguration({ ...settings, url })
  })
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`svc: the page has no element #${id}`)
  return element
}

/** Starts it with the configuration of a page that a login form was given, whose own requests go out by `send`. */
export function start(json: string, send: SendOwn): void {
  useEntry(send)
  // A stream of events cannot carry what was typed: this page does not follow saves. The browser does not have it either.
  const { revision: _revision, basic: _basic, ...configuration } = JSON.parse(json) as PageConfiguration
  void boot(configuration)
}

const configuration = document.querySelector(`#${CONFIGURATION_ID}:not([data-entry])`)
if (configuration) void boot(JSON.parse(configuration.textContent ?? '') as PageConfiguration)
