const records = new Map<string, string[]>([
  ['anna', ['2025-04-02 Allergic to penicillin']],
  ['paul', ['2025-06-17 Broken wrist']],
])

export function readRecord(patient: string): readonly string[] {
  return records.get(patient)?.slice(0, 20) ?? []
}

export function addToRecord(patient: string, doctor: string, note: string): number {
  const record = records.get(patient) ?? []
  record.push(`${doctor}: ${note}`)
  records.set(patient, record)
  return record.length
}
