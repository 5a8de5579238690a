/** Which vehicle a driver has today. */
export const assignments = new Map<string, string>([
  ['dirk', 'van-3'],
  ['emma', 'truck-8'],
])

export const vehicles: readonly { readonly id: string; readonly plate: string }[] = [
  { id: 'van-3', plate: 'KA-F 3003' },
  { id: 'truck-8', plate: 'KA-F 8008' },
]

interface Trip {
  readonly id: string
  readonly driver: string
  readonly kilometres: number
}

const trips: readonly Trip[] = [
  { id: 'trip-dirk-441', driver: 'dirk', kilometres: 118 },
  { id: 'trip-emma-442', driver: 'emma', kilometres: 64 },
]

export const tripsOf = (name: string): readonly Trip[] => trips.filter(({ driver }) => driver === name)
