const jobs = new Map([
  ['j1', { id: 'j1', label: 'linux', log: [] as string[] }],
  ['j2', { id: 'j2', label: 'windows', log: [] as string[] }],
])

export function jobsFor(labels: readonly string[]): readonly string[] {
  return [...jobs.values()].filter(({ label }) => labels.includes(label)).map(({ id }) => id)
}

export function appendLog(id: string, machine: string, line: string): number | undefined {
  return jobs.get(id)?.log.push(`${machine}: ${line}`)
}
