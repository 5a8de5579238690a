import { operation } from 'svc'
import { check } from 'svc/security'
import { listCustomers } from '../../lib/customers.ts'
import { apiKey, mayExport } from '../../lib/integrations.ts'

export const GET = operation({ summary: 'All customers as CSV', auth: check(apiKey, mayExport) }, ({ auth }) => {
  const lines = listCustomers().map(({ id, name }) => `${id};${name}`)
  return new Response([`for;${auth.name}`, ...lines].join('\n'), { headers: { 'content-type': 'text/csv' } })
})
