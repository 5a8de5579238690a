import { operation } from 'svc'
import { allCases } from '../lib/cases.ts'
import { court } from '../lib/machines.ts'

export const GET = operation({ summary: 'The register, for other courts', auth: court }, ({ auth }) => ({
  for: auth.court,
  cases: allCases().map(({ id, isClosed }) => ({ id, isClosed })),
}))
