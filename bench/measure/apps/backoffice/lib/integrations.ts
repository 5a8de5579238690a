import { headerKey } from 'svc/security'

export interface Integration {
  readonly name: string
  readonly scopes: readonly string[]
}

// By key. Keys are long and random.
const integrations: Readonly<Record<string, Integration>> = {
  [process.env['MAILER_KEY'] ?? 'bo_mailer_8f2e6c01b7d94a']: { name: 'mailer', scopes: ['customers:read'] },
  [process.env['CRM_KEY'] ?? 'bo_crm_47ad05e9c1f36b']: { name: 'crm', scopes: ['customers:read', 'customers:export'] },
}

function findIntegration(key: string): Integration | undefined {
  return Object.hasOwn(integrations, key) ? integrations[key] : undefined
}

/** Programs of other departments. */
export const apiKey = headerKey('X-API-Key', (_request, key) => findIntegration(key), { name: 'ApiKey' })

export const mayExport = ({ scopes }: Integration): boolean => scopes.includes('customers:export')
