import { createHash } from 'node:crypto'
import { basic, constantTimeEqual } from 'svc/security'

export interface Vet {
  readonly vet: string
  readonly isSenior: boolean
}

const digestOf = (text: string): string => createHash('sha256').update(`vets:${text}`).digest('base64url')

const vets = new Map([
  ['dr-pohl', { isSenior: true, digest: digestOf(process.env['POHL_PASSWORD'] ?? 'Colic:Season-1130') }],
  ['dr-reis', { isSenior: false, digest: digestOf(process.env['REIS_PASSWORD'] ?? 'Hoof-And-Tendon-42') }],
])

function findVet(name: string, password: string): Vet | null {
  const found = vets.get(name)
  if (!constantTimeEqual(found?.digest ?? '', digestOf(password)) || found === undefined) return null
  return { vet: name, isSenior: found.isSenior }
}

export const vet = basic((_request, name, password) => findVet(name, password), { name: 'Vet' })

export const isSenior = ({ isSenior: is }: Vet): boolean => is
