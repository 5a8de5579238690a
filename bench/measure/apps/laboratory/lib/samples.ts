export class SampleGone extends Error {
  override readonly name = 'SampleGone'
}

export interface Sample {
  readonly id: string
  label: string
  isReleased: boolean
}

const samples = new Map<string, Sample>([
  ['s-1', { id: 's-1', label: 'Blood', isReleased: false }],
  ['s-2', { id: 's-2', label: 'Serum', isReleased: false }],
])

export const all = (): readonly Sample[] => [...samples.values()]

export function take(id: string): Sample {
  const found = samples.get(id)
  if (found === undefined) throw new SampleGone()
  return found
}

export function register(label: string): Sample {
  const sample = { id: `s-${samples.size + 1}`, label, isReleased: false }
  samples.set(sample.id, sample)
  return sample
}
