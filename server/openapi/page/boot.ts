import { createAuthPlugin } from './auth-plugin.ts'
import { CONFIGURATION_ID, type PageConfiguration } from './configuration.ts'
import { offerToForget } from './forget.ts'
import type { ScalarModule } from './scalar.ts'

/** Everything that would talk to somebody else's server, or lead there. */
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
  const scalar = (await import(new URL('../scalar/standalone.esm.js', import.meta.url).href)) as ScalarModule
  const { plugin, fetch } = createAuthPlugin(configuration)
  const settings = {
    ...PRIVATE,
    title: configuration.title,
    documentDownloadType: 'json',
    orderSchemaPropertiesBy: 'preserve',
    slug: configuration.slug,
    persistAuth: configuration.persists,
    authentication: { securitySchemes: configuration.credentials ?? {} },
    plugins: [() => plugin],
    customFetch: fetch,
  }
  const reference = scalar.createApiReference(elementOf('app'), { ...settings, url: documentUrl() })
  if (configuration.persists) offerToForget(elementOf('svc-bar'), configuration.slug)
  if (configuration.revision === undefined) return
  follow(configuration.revision, (revision) => {
    reference.updateConfiguration({ ...settings, url: documentUrl(revision) })
  })
}

/** The page's own query goes along: where a key in it opened the page, it opens the document too. */
function documentUrl(revision?: string): string {
  const url = new URL('openapi.json', location.href)
  url.search = location.search
  if (revision !== undefined) url.searchParams.set('v', revision)
  return url.href
}

/** Calls back for each generation that is not the one shown. */
function follow(shown: string, update: (revision: string) => void): void {
  const url = new URL('docs/events', location.href)
  url.search = location.search
  let current = shown
  new EventSource(url).addEventListener('message', ({ data }) => {
    if (data === current) return
    current = String(data)
    update(current)
  })
}

function elementOf(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`svc: the page has no element #${id}`)
  return element
}

void boot(JSON.parse(elementOf(CONFIGURATION_ID).textContent ?? '') as PageConfiguration)
