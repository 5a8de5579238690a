const teams: Readonly<Record<string, readonly string[]>> = { site: ['ada'], support: ['finn'] }

/** Members of a team, from the directory. */
export async function membersOf(team: string): Promise<readonly string[]> {
  await new Promise((resolve) => setImmediate(resolve))
  return teams[team] ?? []
}
