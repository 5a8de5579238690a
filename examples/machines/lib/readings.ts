export interface Reading {
  readonly sensor: string
  readonly celsius: number
}

// Instead of a database.
const readings: Reading[] = []

export function addReading(reading: Reading): Reading {
  readings.push(reading)
  return reading
}

export function listReadings(): readonly Reading[] {
  return readings.slice(-100)
}
