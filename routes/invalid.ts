import { operation } from 'svc'
import { InvalidToken } from './_invalid-token.ts'

// An exception of an authenticator ends the request. The handler in svc.config.ts makes the answer.
function rejectEverybody(): string {
  throw new InvalidToken()
}

export const GET = operation({ summary: 'Authenticator that throws', auth: rejectEverybody }, () => 'never reached')
