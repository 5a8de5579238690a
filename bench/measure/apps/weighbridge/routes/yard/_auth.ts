import { haulier } from '../../lib/hauliers.ts'
import { kiosk } from '../../lib/kiosks.ts'

const waiting = [haulier, kiosk] as const

export default waiting
