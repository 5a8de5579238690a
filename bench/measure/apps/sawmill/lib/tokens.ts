import { jwt, refreshTokens, signJwt } from 'svc/identity'
import { findWorker } from './workers.ts'

/** The parts that tokens of the mill have in common. */
export const own = {
  issuer: 'sawmill',
  audience: 'yard',
  secret: process.env['YARD_SECRET'] ?? 'yd-71c5e0a94b3f48d2a6f09e1b7c30d85e42',
}

export const tokens = refreshTokens({
  sign: signJwt(own),
  lifetime: 12 * 3600,
  claims: ({ sub }) => (findWorker(sub) === null ? null : { sub }),
})

/** The worker as the table of the mill has this one now, whatever the token said when it was signed. */
export const worker = jwt({ ...own, map: ({ sub }) => findWorker(sub ?? ''), name: 'Worker' })
