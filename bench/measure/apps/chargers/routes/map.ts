import { operation } from 'svc'
import { kiosk, mapKey } from '../lib/machines.ts'
import { stations } from '../lib/stations.ts'

export const GET = operation({ auth: [mapKey, kiosk] }, () => stations.map(({ place, kw }) => ({ place, kw })))
