export interface Machine {
  readonly id: string
  readonly line: number
}

const machines: readonly Machine[] = [
  { id: 'press-1', line: 1 },
  { id: 'oven-2', line: 2 },
]

export const all = (): readonly Machine[] => machines
export const find = (id: string): Machine | undefined => machines.find((machine) => machine.id === id)
