/** The register of the ministry is asked for each officer, and may be away. */
export class RegisterAway extends Error {
  override readonly name = 'RegisterAway'
}

export interface Entry {
  readonly post: string
  readonly isServing: boolean
}

const entries = new Map<string, Entry>([
  ['ivo', { post: 'lisbon', isServing: true }],
  ['jana', { post: 'porto', isServing: true }],
  ['kasper', { post: 'lisbon', isServing: true }],
  ['lene', { post: 'lisbon', isServing: false }],
])

/** The entry of an officer who serves; nothing for one who was recalled. */
export async function findEntry(name: string): Promise<Entry | undefined> {
  if (process.env['REGISTER'] === 'away') throw new RegisterAway()
  const entry = await Promise.resolve(entries.get(name))
  return entry?.isServing === true ? entry : undefined
}
