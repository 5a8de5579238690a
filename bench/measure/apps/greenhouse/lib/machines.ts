import { createHash, createHmac } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, cookieKey, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const sensors = new Map([
  [process.env['SENSOR_NORTH'] ?? 'sn-north-40be7c1195', 'north bed'],
  [process.env['SENSOR_SOUTH'] ?? 'sn-south-d27f60a83c', 'south bed'],
])

/** Thermometers in the beds. */
class SensorKey extends APIKeyHeader {
  override readonly paramName = 'X-Sensor'

  authenticate(_request: AuthRequest, key: string): { readonly place: string } | null {
    const place = sensors.get(key)
    return place === undefined ? null : { place }
  }
}

export const sensor = new SensorKey()

const auditors = new Map([['club', hash(process.env['AUDITOR_KEY'] ?? 'club.7e02b9d4c61f')]])

/** The auditor of the club, who reads the log. */
class AuditorKey extends APIKeyHeader {
  override readonly paramName = 'X-Auditor'

  authenticate(_request: AuthRequest, key: string): { readonly name: string } | null {
    const [id = ''] = key.split('.')
    const kept = auditors.get(id) ?? ''
    return constantTimeEqual(kept, hash(key)) ? { name: `auditor ${id}` } : null
  }
}

export const auditor = new AuditorKey()

const PANEL = process.env['PANEL_KEY'] ?? 'panel-91c3f0ae5b7d'

function findPanel(_request: AuthRequest, key: string): { readonly panel: string } | null {
  return constantTimeEqual(key, PANEL) ? { panel: 'entrance' } : null
}

/** The browser of the panel on the wall. */
export const panel = cookieKey('panel', findPanel, { name: 'PanelCookie' })

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'greenhouse-links-64d0a7f2'

export function signHarvest(bed: string, until: string): string {
  return createHmac('sha256', LINK_SECRET).update(`${bed}\n${until}`).digest('base64url')
}

function readHarvestLink({ url }: AuthRequest): { readonly beds: readonly string[] } | null {
  const bed = url.searchParams.get('bed') ?? ''
  const until = url.searchParams.get('until') ?? ''
  const given = url.searchParams.get('sig') ?? ''
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(given, signHarvest(bed, until)) ? { beds: [bed] } : null
}

/** A link to the harvest of a bed, which members send to friends. */
export const harvestLink = named('HarvestLink', readHarvestLink)

const stations = new Map([
  ['hill', process.env['HILL_SECRET'] ?? 'weather-hill-0b57e9c8a1'],
  ['valley', process.env['VALLEY_SECRET'] ?? 'weather-valley-c90d24f7e3'],
])

export function signWeather(secret: string, time: string, body: string): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

export const hillSecret = stations.get('hill') ?? ''

async function readWeather(request: AuthRequest): Promise<{ readonly station: string } | null> {
  const station = request.headers.get('x-station') ?? ''
  const time = request.headers.get('x-weather-time') ?? ''
  const given = request.headers.get('x-weather-signature') ?? ''
  const secret = stations.get(station)
  if (secret === undefined) return null
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > 300) return null
  return constantTimeEqual(given, signWeather(secret, time, await request.text())) ? { station } : null
}

/** Forecasts of the weather stations. */
export const weather = named('WeatherSignature', readWeather)
