import { AuthenticationError, reply, route } from 'svc'
import { beginSession, browserSession, endSession } from '../lib/auth.ts'
import { assertMayGuess, noteGuess } from '../lib/limit.ts'
import { checkPassword, findUser } from '../lib/users.ts'

const operation = route('/session')

export const POST = operation(
  { summary: 'Log in', auth: null, body: { email: String, password: String } },
  ({ body: { email, password }, responseHeaders }) => {
    assertMayGuess(email)
    const user = findUser(email)
    const isRight = checkPassword(email, password)
    noteGuess(email, isRight)
    if (user === undefined || !isRight) throw new AuthenticationError('Wrong address or password')
    const session = beginSession(user.email)
    responseHeaders.append('set-cookie', `tsid=${session.id}; Path=/; HttpOnly; SameSite=Lax`)
    return { email: user.email, csrf: session.csrf }
  },
)

export const GET = operation({ summary: 'Who I am' }, ({ auth: { email, role, csrf } }) => ({ email, role, csrf }))

export const DELETE = operation({ summary: 'Log out', auth: browserSession }, ({ auth }) => {
  endSession(auth)
  return reply(204, null)
})
