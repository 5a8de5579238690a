import { constantTimeEqual, cookieKey, queryKey } from 'svc/security'

const panels = [
  { panel: 'gallery', value: process.env['GALLERY_PANEL'] ?? 'pn-4d1ea7709c35' },
  { panel: 'boathouse', value: process.env['BOATHOUSE_PANEL'] ?? 'pn-b82f6310e9d4' },
]

/** Panels on walls: the cookie is set when a panel is hung up. */
export const panel = cookieKey(
  'panel',
  (_request, value) => {
    const found = panels.find((one) => constantTimeEqual(one.value, value))
    return found === undefined ? null : { panel: found.panel }
  },
  { name: 'Panel' },
)

const feeds = [{ feed: 'yacht-club', token: process.env['YACHT_FEED'] ?? 'fd-93c05e7b1a48' }]

/** Calendars can send no header: the token stands in the address, and reads the feed alone. */
export const feed = queryKey(
  'token',
  (_request, token) => feeds.find((one) => constantTimeEqual(one.token, token)) ?? null,
  { name: 'Feed' },
)
