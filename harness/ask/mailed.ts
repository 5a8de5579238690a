import { pathsOf, type Route } from '../model/route.ts'
import { foldName } from './values.ts'

const LINK = /https?:\/\/[^\s"'<>()[\]{}|\\^`]+/gi
/** Signs that end a sentence behind a link. */
const AFTER = /[.,;:!?*_~=]+$/
/** Names of members and words before codes. */
const CODE_NAME = /token|code|key|otp|pin|hash|secret|nonce|ticket/i
/** Pages that every mail leads to. */
const BESIDE = /unsubscribe|privacy|terms|imprint|\.(?:png|jpe?g|gif|svg|css|ico|woff2?)(?:\?|$)/i
/** A code that stands in a line of its own, or behind a colon; else any number of that length, which is not of a date. */
const ALONE = /^[ \t>*]*([A-Z0-9]{4,10}|\d{3}[- ]\d{3})[ \t*.]*$/m
const BEHIND = /(?:code|otp|pin|token)\b[^\n:]{0,40}(?::|\bis\b)\s*["'*]*([\w-]{4,})/i
const DIGITS = /(?<![\d\-./:+#])\d{4,8}(?![\d\-/:]|\.\d)/

/** The parts of a mail that prove who got it. */
export interface Mailed {
  /** The target of the link that confirms: its path and its query. The links of a page that asks the server are the same. */
  readonly link?: string
  /** The value that a client sends: a code, or the last value of the link. */
  readonly code?: string
  /** The values of the link by their folded names: of its query, and of the path of the operation that it opens. */
  readonly values: Readonly<Record<string, string>>
}

/** The link and the code of a mail: a link that the server has an operation for is the one, else the first with a value that cannot be guessed. */
export function sentIn(mail: string, routes: readonly Route[]): Mailed {
  const links = [...new Set(mail.match(LINK)?.map((one) => one.replace(AFTER, '')))]
    .filter((link) => URL.canParse(link) && !BESIDE.test(link))
    .map((link) => new URL(link))
  const reads = routes.filter(({ method }) => method === 'GET').map(({ base, path }) => pathsOf(base + path))
  const known = links.find(({ pathname }) => pathname !== '/' && reads.some((paths) => paths.test(pathname)))
  const link = known ?? links.find((one) => codeOf(one) !== undefined)
  const code =
    (link && codeOf(link)) ??
    BEHIND.exec(mail)?.[1] ??
    /^[^]*?(?:\r?\n){2}([^]*)$/.exec(mail)?.[1]?.match(ALONE)?.[1]?.replaceAll(/[- ]/g, '') ??
    DIGITS.exec(bodyOf(mail))?.[0]
  return {
    ...(link === undefined ? {} : { link: link.pathname + link.search }),
    ...(code === undefined ? {} : { code }),
    values: link === undefined ? {} : valuesOf(link, routes),
  }
}

function valuesOf({ pathname, searchParams }: URL, routes: readonly Route[]): Readonly<Record<string, string>> {
  const opened = routes.find(({ method, base, path }) => method === 'GET' && pathsOf(base + path).test(pathname))
  const template = opened === undefined ? [] : (opened.base + opened.path).split('/')
  const steps = pathname.split('/')
  const inPath = template.flatMap((step, at) =>
    /^\[.+\]$/.test(step) ? [[step.slice(1, -1), decodeURIComponent(steps[at] ?? '')] as const] : [],
  )
  return Object.fromEntries([...inPath, ...searchParams].map(([name, value]) => [foldName(name), value]))
}

/** The value of a link that proves who got it: by its name, else the last of at least six characters. */
function codeOf({ searchParams, pathname, hash }: URL): string | undefined {
  const values = [...searchParams, ...new URLSearchParams(hash.split('?')[1])]
  const named = values.find(([name, value]) => CODE_NAME.test(name) && value.length >= 4)
  const steps = pathname.split('/').map((step) => ['', decodeURIComponent(step)] as const)
  const long = [...steps, ...values].findLast(([, value]) => /^[\w.~+=-]{6,}$/.test(value) && /\d|.{20}/.test(value))
  return (named ?? long)?.[1]
}

/** Without its header, whose dates and ids look like codes. */
function bodyOf(mail: string): string {
  return (
    mail
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join('\n\n') || mail
  )
}
