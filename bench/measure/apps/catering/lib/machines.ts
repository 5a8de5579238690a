import { constantTimeEqual, headerKey, queryKey } from 'svc/security'

const tablets = [
  { tablet: 'bar', key: process.env['BAR_TABLET'] ?? 'tb-bar-60b1f7d2a94c' },
  { tablet: 'hall', key: process.env['HALL_TABLET'] ?? 'tb-hall-e3580c917bfa' },
]

/** A tablet of the house. */
export const tablet = headerKey(
  'X-Tablet',
  (_request, key) => {
    const found = tablets.find((one) => constantTimeEqual(one.key, key))
    return found === undefined ? null : { tablet: found.tablet }
  },
  { name: 'Tablet' },
)

/** Keys of calendars, with the rooms that they show. */
const feeds: Readonly<Record<string, string | undefined>> = {
  [process.env['HALL_FEED'] ?? 'fd-40c9b72e58a1d603']: 'hall',
  [process.env['GARDEN_FEED'] ?? 'fd-9a17d3f0c2864be5']: 'garden',
}

export const feed = queryKey(
  'feed',
  (_request, key) => {
    const room = Object.hasOwn(feeds, key) ? feeds[key] : undefined
    return room === undefined ? null : { room }
  },
  { name: 'Feed' },
)
