import type { RowName, RowUse } from '../model/row-name.ts'

/** A good credential that is given twice, or with something beside it: it is there, and some readers take it. */
// oxfmt-ignore
const BESIDE: ReadonlySet<RowUse['row']> = new Set<RowName>([
  'basic.comma-after', 'basic.dup-first', 'basic.dup-last', 'basic.dup-same', 'basic.inner-space', 'basic.junk-after',
  'basic.newline', 'basic.padding-extra', 'basic.padding-missing', 'basic.tab', 'basic.two-spaces', 'basic.url-safe',
  'bearer.after-good', 'bearer.comma-after', 'bearer.comma-glued', 'bearer.dup-basic', 'bearer.dup-first',
  'bearer.dup-last', 'bearer.dup-same', 'bearer.joined', 'bearer.quoted', 'bearer.tab', 'bearer.two-spaces',
  'cookie.comma', 'cookie.dup-first', 'cookie.dup-last', 'cookie.dup-line', 'cookie.dup-same', 'cookie.name-encoded',
  'cookie.other-line', 'cookie.quoted', 'header.dup-case', 'header.dup-first', 'header.dup-last', 'header.dup-same',
  'header.joined-first', 'header.joined-last', 'header.nbsp', 'header.quoted', 'key.nbsp', 'key.newline',
  'query.dup-empty', 'query.dup-first', 'query.dup-last', 'query.dup-same', 'query.name-encoded', 'scheme.dup-first',
  'scheme.dup-last', 'scheme.twice', 'session.dup-first', 'session.dup-last', 'session.quoted',
])

/** Whether a row brings a good credential in its own place, spelt as only some readers take it. */
export function isBesideGood(row: RowUse['row']): boolean {
  return BESIDE.has(row)
}
