import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['EXCISE_SECRET'] ?? 'excise-e2740c9b1f6d58a3'

/** The mark of a link: for a path, for an officer, until a time in seconds. */
export function markOf(path: string, officer: string, until: string): string {
  const text = [path, officer, until].join('\n')
  return createHmac('sha256', SECRET).update(text).digest('base64url')
}

/** The parameters of a link to a path. */
export const linkTo = (path: string, officer: string, seconds: number) => {
  const until = String(Math.floor(Date.now() / 1000) + seconds)
  return { officer, until, mark: markOf(path, officer, until) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Officers of the excise get links by post: each may be opened until its end, by any browser, as often as they like. */
export function excise({ path, query }: AuthRequest): { readonly officer: string } | null {
  const [officer, until, mark] = [textOf(query['officer']), textOf(query['until']), textOf(query['mark'])]
  if (!/^\d{10}$/.test(until) || Number(until) * 1000 < Date.now()) return null
  return constantTimeEqual(markOf(path, officer, until), mark) ? { officer } : null
}
