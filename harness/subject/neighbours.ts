import { isIPv4 } from 'node:net'
import type { Credential, CredentialValue } from '../model/fixtures.ts'
import { placesOf, readPlace, writePart } from './wrong-parts.ts'

type Parts = Extract<CredentialValue, { readonly type: 'parts' }>

/**
 * A good credential that holds an IPv4 address, with one that begins with it and one that ends with it. A list may hold
 * whole networks: what is nearer to the good address than the nearest that the fixtures call invalid counts only where the
 * next address is refused, since a network that holds the good one and this one would hold that one too (RFC 4632).
 */
export function neighboursOf(
  valid: readonly Credential[],
  invalid: readonly Credential[],
): readonly (readonly [Parts, next?: Parts] | undefined)[] {
  const named = invalid.filter(({ synthetic }) => !synthetic)
  const bad = named.flatMap(({ value }) => (value.type === 'parts' ? addressesOf(value) : []))
  for (const { value } of valid) {
    if (value.type !== 'parts') continue
    const [address] = addressesOf(value)
    if (address === undefined) continue
    const outside = Math.max(-1, ...bad.map((other) => sharedBits(address, other)))
    const allowed = valid.flatMap((one) => (one.value.type === 'parts' ? addressesOf(one.value) : []))
    return [longer(address), `1${address}`].map((other) => {
      if (other === undefined || !isIPv4(other) || allowed.includes(other)) return undefined
      const parts = withAddress(value, address, other)
      if (parts === undefined || sharedBits(address, other) <= outside) return parts && [parts]
      const next = address.replace(/\d+$/, (last) => String(Number(last) ^ 2))
      const within = allowed.includes(next) ? undefined : withAddress(value, address, next)
      return within && [parts, within]
    })
  }
  return []
}

/** With one more digit at its end, as far as that is an address. */
function longer(address: string): string | undefined {
  return Array.from({ length: 10 }, (_, digit) => `${address}${digit}`).find(isIPv4)
}

function addressesOf(parts: Parts): readonly string[] {
  const texts = [parts.from, ...placesOf(parts).map((place) => readPlace(parts, place))]
  return texts.filter((text) => text !== undefined && isIPv4(text)) as readonly string[]
}

function withAddress(parts: Parts, address: string, other: string): Parts | undefined {
  const place = placesOf(parts).find((one) => readPlace(parts, one) === address)
  if (place !== undefined) return writePart(parts, place, other)
  // Connections come from loopback only.
  return other.startsWith('127.') ? { ...parts, from: other } : undefined
}

/** How many bits two addresses have in common, from the left. */
function sharedBits(one: string, other: string): number {
  const [bits, others] = [one, other].map((address) =>
    address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join(''),
  ) as [string, string]
  const at = [...bits].findIndex((bit, index) => bit !== others[index])
  return at < 0 ? bits.length : at
}
