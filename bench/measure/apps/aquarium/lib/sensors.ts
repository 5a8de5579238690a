import { type AuthRequest, APIKeyHeader, constantTimeEqual } from 'svc/security'

const sensors = [
  { sensor: 'reef-3', key: process.env['REEF_KEY'] ?? 'sn-reef3-b7710ce25d' },
  { sensor: 'kelp-1', key: process.env['KELP_KEY'] ?? 'sn-kelp1-04fa9e61c8' },
]

class SensorKey extends APIKeyHeader {
  override readonly name = 'Sensor'
  override readonly paramName = 'X-Sensor'

  authenticate(_request: AuthRequest, key: string): { readonly sensor: string } | null {
    const found = sensors.find((one) => constantTimeEqual(one.key, key))
    return found === undefined ? null : { sensor: found.sensor }
  }
}

export const sensor = new SensorKey()
