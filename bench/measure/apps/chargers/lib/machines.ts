import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { APIKeyCookie, APIKeyQuery, type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'

const seconds = () => Math.floor(Date.now() / 1000)

// ---- chargers sign with the key of their maker

const pem = (text: string) => createPrivateKey(`-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`)

const makers: Record<string, KeyObject> = {
  alpen: pem(process.env['ALPEN_KEY'] ?? 'MC4CAQAwBQYDK2VwBCIEIOtQgPP13FDmVWoZ1lq6UXNGpPtaShJCkSm3V35FBm/g'),
  lumen: pem(process.env['LUMEN_KEY'] ?? 'MC4CAQAwBQYDK2VwBCIEIPTCg+eLXBY/52kvLponMfKE5dxJLm7ROaYndIn9zjsW'),
}

const machines: Record<string, { maker: string; station: string }> = {
  'al-7001': { maker: 'alpen', station: 'st-1' },
  'lu-0042': { maker: 'lumen', station: 'st-2' },
}

/** stands for the charger itself */
export const signCharger = (charger: string, maker = 'alpen', lifetime = 600, audience = 'chargers-meter') =>
  new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid: maker })
    .setSubject(charger)
    .setAudience(audience)
    .setExpirationTime(seconds() + lifetime)
    .sign(makers[maker]!)

class ChargerToken extends HttpBearer {
  override readonly name = 'Charger'

  async authenticate(_request: AuthRequest, token: string) {
    try {
      const payload = await this.open(token)
      const machine = machines[String(payload.sub)]
      if (machine === undefined || machine.maker !== decodeProtectedHeader(token).kid) return null
      return { charger: String(payload.sub), station: machine.station }
    } catch {
      return null
    }
  }

  async open(token: string) {
    const maker = makers[decodeProtectedHeader(token).kid ?? '']
    if (maker === undefined) throw new errors.JWSInvalid()
    const { payload } = await jwtVerify(token, createPublicKey(maker), {
      algorithms: ['EdDSA'],
      audience: 'chargers-meter',
      requiredClaims: ['exp', 'sub'],
    })
    return payload
  }
}

export const charger = new ChargerToken()

// ---- payments

const PAY_SECRET = process.env['PAY_SECRET'] ?? 'pay-71c0de4410ab-whsec'

const payMac = (time: string, body: string) => createHmac('sha256', PAY_SECRET).update(`${time}.${body}`).digest('hex')

/** `t=…,v1=…`; two v1 while their secret changes */
export const signPayment = (body: string, time = seconds()) => `t=${time},v1=${payMac(String(time), body)}`

/** what Paywell sends */
export async function paywell(request: AuthRequest) {
  const parts = (request.headers.get('paywell-signature') ?? '').split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const macs = parts.filter(([name]) => name === 'v1').map(([, mac = '']) => mac)
  const right = payMac(time, await request.text())
  if (!(Math.abs(seconds() - Number(time)) < 300)) return null
  return macs.some((mac) => constantTimeEqual(mac, right)) ? 'paywell' : null
}

// ---- map on the pages of others

const embedders = [
  { site: 'maps.example', key: process.env['MAP_KEY'] ?? 'mk_maps_93c1f0a8b2' },
  { site: 'tourism.example', key: 'mk_tour_0de77a41c9' },
]

class MapKey extends APIKeyQuery {
  override readonly paramName = 'key'

  authenticate({ headers }: AuthRequest, key: string) {
    const found = embedders.find((one) => constantTimeEqual(one.key, key))
    if (found === undefined) return null
    // the key is in the source of their page: it is good for that page only
    return headers.get('origin') === `https://${found.site}` ? found.site : null
  }
}

export const mapKey = new MapKey()

// ---- the screens at the stations

const kiosks: Record<string, string> = Object.assign(Object.create(null), {
  'k-1': process.env['KIOSK_PIN'] ?? '48213907',
  'k-2': '77120465',
})

class Kiosk extends APIKeyCookie {
  override readonly paramName = 'kiosk'

  authenticate(_request: AuthRequest, value: string) {
    const [id = '', pin = ''] = value.split('.')
    const right = kiosks[id]
    return right !== undefined && constantTimeEqual(pin, right) ? { kiosk: id } : null
  }
}

export const kiosk = new Kiosk()
