import { createHmac } from 'node:crypto'
import {
  type AuthRequest,
  Authenticator,
  constantTimeEqual,
  type CredentialSource,
  describeLeaf,
  describeNamed,
  type ReadCredential,
  readScheme,
  UNUSABLE,
} from 'svc/security'

/** Milliseconds for which a signed request is taken. */
const LIMIT = 2 * 60_000

const secrets = new Map([
  ['brine-1', process.env['BRINE_1_SECRET'] ?? 'pu-brine-1-94e07c3b6d15'],
  ['brine-2', process.env['BRINE_2_SECRET'] ?? 'pu-brine-2-1fb8d260a7c4'],
])

/** Requests that came, so that none of them passes twice, until they would be too old. */
const seen = new Map<string, number>()

/** Whether a request comes for the first time. */
function isFirst(pump: string, nonce: string, time: number): boolean {
  for (const [known, at] of seen) if (at < Date.now() - 2 * LIMIT) seen.delete(known)
  const key = `${pump} ${nonce}`
  if (seen.has(key)) return false
  seen.set(key, time)
  return true
}

/** The text that a pump signs: the request as it is sent, with its time and a text of its own. */
export function signedText(method: string, target: string, time: string, nonce: string, body: string): string {
  return [method, target, time, nonce, body].join('\n')
}

export const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

export interface Pump {
  readonly pump: string
}

/** `Authorization: Pump <pump>:<milliseconds>:<nonce>:<signature>`. */
class PumpAuth extends Authenticator<[pump: string, time: string, nonce: string, signature: string]> {
  override describe() {
    return describeLeaf({ in: 'authorization', scheme: 'Pump' }, describeNamed(this))
  }

  override read(
    request: CredentialSource,
  ): ReadCredential<[pump: string, time: string, nonce: string, signature: string]> {
    return readScheme(request, 'pump', (text) => {
      const [, pump, time, nonce, mark] = /^([a-z\d-]{3,20}):(\d{13}):([\w-]{8,40}):([\da-f]{64})$/.exec(text) ?? []
      if (pump === undefined || time === undefined || nonce === undefined || mark === undefined) return UNUSABLE
      return [pump, time, nonce, mark]
    })
  }

  override verify(
    request: AuthRequest,
    [pump, time, nonce, mark]: [pump: string, time: string, nonce: string, signature: string],
  ) {
    return this.authenticate(request, pump, time, nonce, mark)
  }

  async authenticate(
    request: AuthRequest,
    pump: string,
    time: string,
    nonce: string,
    mark: string,
  ): Promise<Pump | null> {
    const secret = secrets.get(pump)
    if (secret === undefined || Math.abs(Date.now() - Number(time)) > LIMIT) return null
    const target = request.path + request.url.search
    const text = signedText(request.method, target, time, nonce, await request.text())
    if (!constantTimeEqual(signatureOf(secret, text), mark)) return null
    return isFirst(pump, nonce, Number(time)) ? { pump } : null
  }
}

export const pump = new PumpAuth()
