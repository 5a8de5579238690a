import { constantTimeEqual, headerKey } from 'svc/security'

export interface Saw {
  readonly saw: string
}

interface Row extends Saw {
  readonly key: string
  readonly isRetired?: boolean
}

const saws: readonly Row[] = [
  { saw: 'gang-1', key: process.env['GANG_1_KEY'] ?? 'saw-gang-1-7f30ab4419ce' },
  { saw: 'band-2', key: process.env['BAND_2_KEY'] ?? 'saw-band-2-05d2e76b83fa' },
  { saw: 'frame-0', key: process.env['FRAME_0_KEY'] ?? 'saw-frame-0-c81944e0a7d5', isRetired: true },
]

/** A saw that reports by itself; a retired one does not any more. */
export const saw = headerKey(
  'X-Saw-Key',
  (_request, key): Saw | null => {
    const found = saws.find((one) => constantTimeEqual(one.key, key))
    if (found === undefined || found.isRetired === true) return null
    return { saw: found.saw }
  },
  { name: 'Saw' },
)
