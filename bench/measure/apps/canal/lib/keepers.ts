import { createHash } from 'node:crypto'
import { basic, constantTimeEqual } from 'svc/security'

export interface Keeper {
  readonly keeper: string
  readonly post: string
}

const digestOf = (text: string): string => createHash('sha256').update(`canal:${text}`).digest('base64url')

const keepers = new Map([
  ['gerd', { post: 'keeper', digest: digestOf(process.env['GERD_PASSWORD'] ?? 'Upper-Gate-1906') }],
  ['hilde', { post: 'chief-keeper', digest: digestOf(process.env['HILDE_PASSWORD'] ?? 'Sluice:And-Weir-44') }],
])

/** Each comparison asks the office, so good ones are remembered for a minute. */
const remembered = new Map<string, { readonly keeper: Keeper; readonly until: number }>()

async function findKeeper(name: string, password: string): Promise<Keeper | null> {
  const digest = digestOf(password)
  const key = `${name} ${digest}`
  const known = remembered.get(key)
  if (known !== undefined && known.until > Date.now()) return known.keeper
  const row = keepers.get(name)
  const isRight = constantTimeEqual((await Promise.resolve(row?.digest)) ?? '', digest)
  if (row === undefined || !isRight) return null
  const keeper = { keeper: name, post: row.post }
  remembered.set(key, { keeper, until: Date.now() + 60_000 })
  return keeper
}

export const keeper = basic((_request, name, password) => findKeeper(name, password), { name: 'Keeper' })

/** Posts that may move gates by hand. */
const HIGH_POSTS = process.env['HIGH_POSTS'] ?? 'chief-keeper,engineer'

const highPosts = HIGH_POSTS.split(',')

export const isHigh = ({ post }: Keeper): boolean => highPosts.includes(post)
