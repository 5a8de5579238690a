import { createHmac } from 'node:crypto'
import { bearer, constantTimeEqual } from 'svc/security'

const secret = process.env['MACHINE_SECRET'] ?? 'machine-secret-44f1'

export interface Machine {
  readonly machine: string
  readonly labels: readonly string[]
}

const signatureOf = (payload: string): string => createHmac('sha256', secret).update(payload).digest('base64url')

/** `mch_<payload>.<signature>`: runners get it when they are registered, by hand. */
export function machineTokenOf(machine: Machine): string {
  const payload = Buffer.from(JSON.stringify(machine)).toString('base64url')
  return `mch_${payload}.${signatureOf(payload)}`
}

function readMachineToken(token: string): Machine | null {
  if (!token.startsWith('mch_')) return null
  const [payload = '', signature = '', ...rest] = token.slice(4).split('.')
  if (rest.length > 0 || !constantTimeEqual(signature, signatureOf(payload))) return null
  try {
    const { machine, labels } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Machine
    return { machine, labels }
  } catch {
    return null
  }
}

/** Machine users: runners that build. */
export const machineToken = bearer((_request, token) => readMachineToken(token), { name: 'MachineToken' })
