import { operation } from 'svc'
import { scribe } from '../../lib/partners.ts'

export const POST = operation(
  { summary: 'A transcript is ready', auth: scribe, body: { kind: String, episode: String } },
  ({ auth, body }) => ({ from: auth.from, took: body.episode }),
)
