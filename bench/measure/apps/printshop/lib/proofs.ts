import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['PROOF_SECRET'] ?? 'pf-20c7e95b1fd84a63'

/** The one job that a link shows. */
export interface Proof {
  readonly job: string
}

/** The mark of a link to a proof, which is good until a time in seconds. */
export function markOf(job: string, until: string): string {
  return createHmac('sha256', SECRET).update(`proof\n${job}\n${until}`).digest('base64url')
}

/** The query of a link that customers send to those who read proofs for them. */
export function linkTo(job: string, until: number): string {
  return new URLSearchParams({ job, until: String(until), mark: markOf(job, String(until)) }).toString()
}

export function proof({ url }: AuthRequest): Proof | null {
  const [jobs, untils, marks] = ['job', 'until', 'mark'].map((name) => url.searchParams.getAll(name))
  if (jobs?.length !== 1 || untils?.length !== 1 || marks?.length !== 1) return null
  const [job = '', until = '', mark = ''] = [jobs[0], untils[0], marks[0]]
  if (!constantTimeEqual(markOf(job, until), mark)) return null
  return Number(until) > Date.now() / 1000 ? { job } : null
}
