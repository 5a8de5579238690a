import type { RequestData } from '../model/request.ts'
import type { RowName } from '../model/row-name.ts'
import { withPath } from '../subject/place.ts'
import type { Probe } from './probe-row.ts'

const TWO_READERS = 'the guard and the router read the path differently'
const OTHER_VERSION = 'an older version of the API, or the same one mounted a second time, is in front of the guard'
const ABSOLUTE = 'RFC 9112 section 3.2.2'
const PARSED = 'the target is parsed as a URL'
const FRAGMENT = 'a fragment on the wire'

/** Suffixes of a path. */
const ENDS = [
  ['nul', '%00', 'an encoded NUL'],
  ['lf', '%0a', 'an encoded line feed'],
  ['cr', '%0d', 'an encoded carriage return'],
  ['crlf', '%0d%0a', 'an encoded line break'],
  ['ls', '%E2%80%A8', 'an encoded line separator'],
  ['space', '%20', 'an encoded space'],
  ['dot', '.', 'a dot'],
  ['tab', '%09', 'an encoded tab'],
  ['question', '%3f', 'an encoded question mark'],
  ['hash', '%23', 'an encoded number sign'],
  ['del', '%7f', 'an encoded DEL'],
  ['overlong', '%c0%af', 'an overlong slash'],
  ['broken', '%', 'a lone percent sign'],
  ['backslash', '\\x', 'a backslash and a letter'],
  ['unicode-slash', '%ef%bc%8f', 'a full-width slash'],
  ['json', '.json', 'the suffix .json'],
  ['html', '.html', 'the suffix .html'],
  ['css', '/svc.css', 'a static file below it'],
  ['rsc', '.rsc', 'the suffix .rsc (CVE-2026-44575)'],
  ['txt', '.txt', 'the suffix .txt'],
  ['tilde', '~', 'a tilde'],
  ['star', '*', 'a star'],
  ['amp', '&', 'an ampersand'],
  ['prefetch', '.segments/_tree.segment.rsc', 'a prefetch suffix (CVE-2026-44575)'],
] as const

/** Other spellings of the path of a protected operation. */
export const PATH_PROBES: readonly Probe[] = [
  path('path.slash', 'a trailing slash', 'CVE-2026-33804', (p) => `${p}/`),
  path('path.without-slash', 'its trailing slash cut off', 'CVE-2026-33804', (p) =>
    p.length > 1 && p.endsWith('/') ? p.slice(0, -1) : undefined,
  ),
  path('path.two-slashes', 'two trailing slashes', 'CVE-2026-33804', (p) => `${p}//`),
  path('path.double-first', 'a doubled first slash', 'CVE-2026-2880', (p) => `/${p}`),
  path('path.triple-first', 'three slashes in front', 'CVE-2026-39406', (p) => `//${p}`),
  path('path.double-last', 'a doubled last slash', 'CVE-2026-39406', (p) => lastSegment(p, (s) => `/${s}`)),
  path('path.authority', 'a host in front of the path', 'CVE-2026-39406', (p) => `//attacker.example${p}`),
  path('path.authority-double', 'a host with two slashes in front', 'CVE-2026-39406', (p) => `//attacker.example/${p}`),
  path('path.other-version', 'another version of the API', OTHER_VERSION, (p) =>
    different(
      p,
      p.replace(/\/v(\d+)(?=\/)/, (_, version: string) => `/v${version === '1' ? 2 : Number(version) - 1}`),
    ),
  ),
  path('path.without-version', 'the path without its version', OTHER_VERSION, (p) =>
    different(p, p.replace(/\/v\d+(?=\/)/, '')),
  ),
  path('path.upper', 'the path in capitals', 'a router without case', (p) => different(p, p.toUpperCase())),
  path('path.capital', 'the last segment with a capital', 'a router without case', (p) =>
    lastSegment(p, (s) => s.charAt(0).toUpperCase() + s.slice(1)),
  ),
  path('path.mixed', 'the path in mixed case', 'a router without case', (p) =>
    different(p, [...p].map((c, i) => (i % 2 ? c.toUpperCase() : c)).join('')),
  ),
  path('path.encoded-first', 'the first letter of the last segment percent-encoded', 'CVE-2026-22031', (p) =>
    lastSegment(p, (s) => encode(s.charAt(0)) + s.slice(1)),
  ),
  path('path.encoded-last', 'the last letter percent-encoded', 'CVE-2026-22031', (p) =>
    lastSegment(p, (s) => s.slice(0, -1) + encode(s.slice(-1))),
  ),
  path('path.encoded-all', 'every letter percent-encoded', 'CVE-2026-22031', (p) =>
    p
      .split('/')
      .map((s) => [...s].map(encode).join(''))
      .join('/'),
  ),
  path('path.encoded-lower', 'a letter percent-encoded with small digits', 'CVE-2025-64765', (p) =>
    lastSegment(p, (s) => encode(s.charAt(0)).toLowerCase() + s.slice(1)),
  ),
  path('path.encoded-twice', 'a letter percent-encoded twice', 'CVE-2025-66202', (p) =>
    lastSegment(p, (s) => encode(s.charAt(0)).replace('%', '%25') + s.slice(1)),
  ),
  path('path.encoded-slash', 'an encoded slash between the last segments', 'CVE-2026-14198', (p) =>
    p.replace(/(.)\/([^/]*)$/, '$1%2f$2'),
  ),
  path('path.encoded-slash-upper', 'an encoded slash in capitals', 'CVE-2026-14198', (p) =>
    p.replace(/(.)\/([^/]*)$/, '$1%2F$2'),
  ),
  path('path.encoded-first-slash', 'an encoded slash in front', 'CVE-2026-14198', (p) => `/%2f${p.slice(1)}`),
  path('path.encoded-tail-slash', 'an encoded slash at the end', 'CVE-2026-14198', (p) => `${p}%2f`),
  path('path.matrix', 'a matrix parameter', 'CVE-2026-2880', (p) => `${p};a=1`),
  path('path.matrix-empty', 'a semicolon at the end', 'CVE-2026-2880', (p) => `${p};`),
  path('path.matrix-json', 'a semicolon with .json', 'CVE-2025-61757', (p) => `${p};.json`),
  path('path.matrix-wadl', 'a semicolon with .wadl', 'CVE-2025-61757', (p) => `${p};.wadl`),
  path('path.matrix-first', 'a matrix parameter in front', 'CVE-2026-2880', (p) => `/;a=1${p}`),
  path('path.dot', 'a dot segment', TWO_READERS, (p) => `/.${p}`),
  path('path.dot-end', 'a dot segment at the end', TWO_READERS, (p) => `${p}/.`),
  path('path.dot-inner', 'a dot segment before the last', TWO_READERS, (p) => lastSegment(p, (s) => `./${s}`)),
  path('path.dot-dot', 'a detour through another folder', TWO_READERS, (p) => `/svc-x/..${p}`),
  path('path.dot-dot-inner', 'a detour before the last segment', TWO_READERS, (p) =>
    lastSegment(p, (s) => `svc-x/../${s}`),
  ),
  path('path.dot-dot-end', 'a detour at the end', TWO_READERS, (p) => `${p}/svc-x/..`),
  path('path.dot-encoded', 'a detour with encoded dots', TWO_READERS, (p) => `/svc-x/%2e%2e${p}`),
  path('path.dot-half-encoded', 'a detour with one dot encoded', TWO_READERS, (p) => `/svc-x/.%2e${p}`),
  path('path.dot-one-encoded', 'an encoded dot segment', TWO_READERS, (p) => `/%2e${p}`),
  path('path.dot-semicolon', 'a detour with a semicolon', TWO_READERS, (p) => `/svc-x/..;${p}`),
  path('path.without-last', 'nothing after the last slash', TWO_READERS, (p) => lastSegment(p, () => '')),
  path('path.backslash', 'a backslash instead of the last slash', TWO_READERS, (p) => p.replace(/\/([^/]*)$/, '\\$1')),
  path('path.backslash-first', 'a backslash in front', TWO_READERS, (p) => `\\${p.slice(1)}`),
  path('path.backslash-encoded', 'an encoded backslash', TWO_READERS, (p) => p.replace(/\/([^/]*)$/, '%5c$1')),
  ...ENDS.map(([name, suffix, title]) =>
    path(`path.end-${name}`, `${title} at the end`, TWO_READERS, (p) => p + suffix),
  ),
  path('path.raw-space', 'a raw space at the end', 'a lenient parser', (p) => `${p} `),
  path('path.raw-tab', 'a raw tab at the end', 'a lenient parser', (p) => `${p}\t`),
  path('path.raw-nul', 'a raw NUL at the end', 'a lenient parser', (p) => `${p}\u0000`),
  path('path.raw-high', 'a byte beyond ASCII at the end', 'a lenient parser', (p) => `${p}\u00a0`),
  path('path.longer', 'a longer last segment', 'CVE-2026-33490: a guard by prefix', (p) => `${p}-public`),
  path(
    'path.without-base',
    'the path without its first segment',
    'a base that is stripped twice, or mounted twice',
    (p) => p.replace(/^\/[^/]+(?=\/)/, ''),
  ),
  path('path.base-twice', 'the first segment twice', 'a base that is stripped twice', (p) =>
    p.replace(/^(\/[^/]+)(?=\/)/, '$1$1'),
  ),
  target('path.absolute', 'the absolute form of the target', ABSOLUTE, (r) => `http://localhost${r.target}`),
  target(
    'path.absolute-other',
    'the absolute form with a foreign host',
    ABSOLUTE,
    (r) => `http://attacker.example${r.target}`,
  ),
  target(
    'path.absolute-user',
    'the absolute form with user information',
    PARSED,
    (r) => `http://a:b@localhost${r.target}`,
  ),
  target('path.absolute-scheme', 'the absolute form with another scheme', PARSED, (r) => `file://${r.target}`),
  target('path.absolute-port', 'the absolute form with a bad port', PARSED, (r) => `http://localhost:99999${r.target}`),
  target('path.no-slash', 'the target without its first slash', PARSED, (r) => r.target.slice(1)),
  target('path.question', 'a question mark in front', PARSED, (r) => `?${r.target}`),
  target('path.hash', 'a number sign at the end', FRAGMENT, (r) => `${r.target}#`),
  target(
    'path.hash-query',
    'a query with a number sign at the end',
    FRAGMENT,
    (r) => `${r.target}${r.target.includes('?') ? '&' : '?'}x=1#y`,
  ),
  target('path.hash-slash', 'a number sign with a path at the end', FRAGMENT, (r) => `${r.target}#/public`),
]

function path(name: RowName, title: string, cause: string, change: (path: string) => string | undefined): Probe {
  return target(
    name,
    `the path with ${title}`,
    cause === TWO_READERS ? cause : `${TWO_READERS} (${cause})`,
    (request) => {
      let changed: string | undefined
      const result = withPath(request, (path) => (changed = change(path)) ?? path)
      return changed === undefined ? undefined : result.target
    },
  )
}

function target(
  name: RowName,
  title: string,
  cause: string,
  change: (request: RequestData) => string | undefined,
): Probe {
  return {
    name,
    title,
    cause,
    cwe: 647,
    request: (request) => {
      const changed = change(request)
      return changed === undefined || changed === request.target || changed === ''
        ? undefined
        : { ...request, target: changed }
    },
  }
}

function lastSegment(path: string, change: (segment: string) => string): string {
  const at = path.lastIndexOf('/') + 1
  return at === path.length ? path : path.slice(0, at) + change(path.slice(at))
}

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function different(before: string, after: string): string | undefined {
  return before === after ? undefined : after
}
