import { once } from 'node:events'
import { bearer, fwAuth, login, logout } from '../../auth/index.ts'
import { AuthenticationError, SvcAPI } from '../../index.ts'

// One process of an application; SVC_STORE says what it shares with others. Its options come as JSON.
const { sessions, throttle } = JSON.parse(process.argv[2] ?? '{}') as { sessions?: object; throttle?: object }
const api = new SvcAPI<null>({
  docs: false,
  auth: null,
  // Each test is a client of its own.
  trustProxy: ['127.0.0.1'],
  sessions: { secrets: ['a secret of the tests, thirty-two characters'], ...sessions },
  ...(throttle ? { throttle: throttle as never } : {}),
})
api.get('/me', { auth: fwAuth }, (request) => request.auth)
api.get('/key', { auth: bearer((_, value) => value === 'right' && value) }, () => 'in')
api.post('/login', {}, async (request) => {
  if ((await request.text()) !== 'right') throw new AuthenticationError()
  await login(request, { name: 'ann' })
  return 'in'
})
api.post('/logout', {}, async (request) => {
  await logout(request)
  return 'out'
})
api.get('/health', {}, () => api.checkHealth())

const { url } = await api.listen({ port: 0, log: false })
process.send?.(url)
await once(process, 'disconnect')
process.exit()
