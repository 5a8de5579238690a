import { createHash, createHmac } from 'node:crypto'
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

const secrets = new Map([
  ['gus', process.env['GUS_SECRET'] ?? 'groom-gus-81e4c07d3b52'],
  ['gina', process.env['GINA_SECRET'] ?? 'groom-gina-6a2f95d0c8e1'],
])

type Parts = [groom: string, time: number, mark: string]

/** A mark over the moment, the method, the path and the body. */
export function markOf(secret: string, time: number, method: string, path: string, body: string | Uint8Array): string {
  const digest = createHash('sha256').update(body).digest('hex')
  const text = [time, method, path, digest].join('\n')
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Seconds by which the clock of a groom's radio may be wrong. */
const SKEW = 300

/** `Authorization: Tack <groom>:<seconds>:<mark>`, which the radio of a groom makes for each request. */
class GroomAuth extends Authenticator<Parts> {
  override readonly name = 'Groom'

  override describe() {
    return describeLeaf({ in: 'authorization', scheme: 'Tack' }, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<Parts> {
    return readScheme(request, 'tack', (text) => {
      const [, groom, time, mark] = /^([a-z]{1,20}):(\d{10}):([\w-]{43})$/.exec(text) ?? []
      return groom === undefined || mark === undefined ? UNUSABLE : [groom, Number(time), mark]
    })
  }

  override verify(request: AuthRequest, parts: Parts) {
    return this.authenticate(request, ...parts)
  }

  async authenticate(
    request: AuthRequest,
    groom: string,
    time: number,
    mark: string,
  ): Promise<{ groom: string } | null> {
    const secret = secrets.get(groom)
    if (secret === undefined || Math.abs(Date.now() / 1000 - time) > SKEW) return null
    const right = markOf(secret, time, request.method, request.path, await request.text())
    return constantTimeEqual(right, mark) ? { groom } : null
  }
}

export const groom = new GroomAuth()
