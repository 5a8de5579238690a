export class GateTaken extends Error {
  override readonly name = 'GateTaken'
  readonly gate: string

  constructor(gate: string) {
    super(`gate ${gate} is taken`)
    this.gate = gate
  }
}

export interface Flight {
  readonly number: string
  readonly to: string
  gate: string
}

const flights = new Map<string, Flight>([
  ['NO412', { number: 'NO412', to: 'Tromsø', gate: 'A1' }],
  ['SU077', { number: 'SU077', to: 'Palermo', gate: 'B3' }],
])

export const all = (): readonly Flight[] => [...flights.values()]

export function moveTo(number: string, gate: string): Flight | undefined {
  if (gate === 'C9') throw new GateTaken(gate)
  const flight = flights.get(number)
  if (flight !== undefined) flight.gate = gate
  return flight
}

const delays = new Map<string, { readonly id: string; readonly flight: string; readonly minutes: number }>([
  ['d-1', { id: 'd-1', flight: 'NO412', minutes: 20 }],
])

export const listDelays = () => [...delays.values()]

export function addDelay(flight: string, minutes: number) {
  const delay = { id: `d-${delays.size + 1}`, flight, minutes }
  delays.set(delay.id, delay)
  return delay
}

export const removeDelay = (id: string): boolean => delays.delete(id)
