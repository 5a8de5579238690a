import { operation, reply } from 'svc'
import { makeLink } from '../../lib/tokens.ts'

// The same answer for addresses that are not known.
export const POST = operation({ summary: 'Send me a link', auth: null, body: { email: String } }, ({ body }) => {
  const link = makeLink(body.email)
  // Stands for the letter.
  if (link !== undefined && process.env['BINDERY_LETTERS'] === 'log') console.log(`letter to ${body.email}: ${link}`)
  return reply(202, { sent: 'if we know the address' })
})
