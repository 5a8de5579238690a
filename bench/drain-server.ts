/** A program of somebody who serves an API with `listen()`, for `drain.ts`: SIGTERM drains it. */
import { SvcAPI } from '../server/api.ts'
import { bearer } from '../server/auth/index.ts'

const api = new SvcAPI({ docs: false, auth: bearer((_, token) => token === 'right') })
api.get('/r0', {}, async () => {
  await new Promise((resolve) => setTimeout(resolve, 2))
  return 'fine'
})
const listening = await api.listen({ log: false })
process.once('SIGTERM', () => void listening.close().then(() => process.exit(143)))
console.log(`serving  ${listening.url}`)
