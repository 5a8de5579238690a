import { pathsOf, type Route } from '../model/route.ts'
import { foldName } from './values.ts'

const LINK = /https?:\/\/[^\s"'<>()[\]{}|\\^`]+/gi
/** Signs that end a sentence behind a link. */
const AFTER = /[.,;:!?*_~=]+$/
/** Names of members that hold a code, the plainest first; of a mail's other values one may be the address. */
const CODE_NAMES: readonly RegExp[] = [/token|code|otp|pin$/i, /key|secret|hash|nonce|ticket|sig/i]
/** Pages that every mail leads to. */
const BESIDE = /unsubscribe|privacy|terms|imprint|\.(?:png|jpe?g|gif|svg|css|ico|woff2?)(?:\?|$)/i
/** Steps of paths of pages that are for what the mail is sent for. */
const MEANT = /reset|recover|passw|verif|confirm|activat|token|magic|invit/i
/** A code that stands in a line of its own, or behind a word for it; else any number of that length, which is not of a date. */
const ALONE = /^[ \t>*]*((?=[A-Z0-9]*\d)[A-Z0-9]{4,10}|\d{3}[- ]\d{3})[ \t*.]*$/m
const BEHIND = /(?:code|otp|pin|token)\b[^\n:]{0,40}(?::|\bis\b)\s*["'*]*(\d{3}[- ]\d{3}\b|(?=[\w-]*\d)[\w-]{4,})/i
const DIGITS = /(?<![\d\-./:+#])\d{4,8}(?![\d\-/:]|\.\d)/

/** The parts of a mail that prove who got it. */
export interface Mailed {
  /** The target of the link that confirms: its path and its query. The links of a page that asks the server are the same. */
  readonly link?: string
  /** The value that a client sends: a code, or the value of the link that cannot be guessed. */
  readonly code?: string
  /** The values of the link by their folded names: of its query, and of the path of the operation that it opens. */
  readonly values: Readonly<Record<string, string>>
}

/**
 * The link and the code of a mail: a link that the server has an operation for is the one, or that of a page which is for it by its name; then a
 * code in the text, then any link with a value that cannot be guessed.
 */
export function sentIn(mail: string, routes: readonly Route[]): Mailed {
  const links = linksIn(mail)
  const reads = routes.filter(({ method }) => method === 'GET').map(({ base, path }) => pathsOf(base + path))
  const known = links.find(({ pathname }) => pathname !== '/' && reads.some((paths) => paths.test(pathname)))
  const meant = known ?? links.find((one) => MEANT.test(one.pathname) && codeOf(one) !== undefined)
  const said = meant === undefined ? codeIn(mail) : undefined
  const link = meant ?? (said === undefined ? links.find((one) => codeOf(one) !== undefined) : undefined)
  const code = (link && codeOf(link)) ?? said ?? codeIn(mail) ?? DIGITS.exec(subjectOf(mail))?.[0]
  return {
    ...(link === undefined ? {} : { link: link.pathname + link.search }),
    ...(code === undefined ? {} : { code }),
    values: link === undefined ? {} : valuesOf(link, routes),
  }
}

/** Without pictures, of which some count who has read the mail. */
function linksIn(mail: string): readonly URL[] {
  const found = mail.replaceAll(/<img\b[^>]*>/gi, '').match(LINK) ?? []
  return [...new Set(found.map((one) => one.replace(AFTER, '')))]
    .filter((link) => URL.canParse(link) && !BESIDE.test(link))
    .map((link) => new URL(link))
}

/** A code that a person types, in the words of a mail. */
function codeIn(mail: string): string | undefined {
  const text = bodyOf(mail)
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(LINK, '')
  const code = BEHIND.exec(text)?.[1] ?? ALONE.exec(text)?.[1] ?? DIGITS.exec(text)?.[0]
  return code !== undefined && /^\d{3}[- ]\d{3}$/.test(code) ? code.replace(/[- ]/, '') : code
}

function valuesOf(link: URL, routes: readonly Route[]): Readonly<Record<string, string>> {
  const { pathname } = link
  const opened = routes.find(({ method, base, path }) => method === 'GET' && pathsOf(base + path).test(pathname))
  const template = opened === undefined ? [] : (opened.base + opened.path).split('/')
  const steps = pathname.split('/')
  const inPath = template.flatMap((step, at) =>
    /^\[.+\]$/.test(step) ? [[step.slice(1, -1), decodeURIComponent(steps[at] ?? '')] as const] : [],
  )
  return Object.fromEntries([...inPath, ...paramsOf(link)].map(([name, value]) => [foldName(name), value]))
}

/** Those of the query, and of the fragment, which a page reads. */
function paramsOf({ searchParams, hash }: URL): readonly (readonly [name: string, value: string])[] {
  return [...searchParams, ...new URLSearchParams(hash.slice(1).replace(/^[^?=]*\?/, ''))]
}

/** The value of a link that proves who got it: by its name, else the last of at least six characters. */
function codeOf(link: URL): string | undefined {
  const values = paramsOf(link)
  const [named] = CODE_NAMES.flatMap((names) => values.filter(([name, value]) => names.test(name) && value.length >= 4))
  const steps = link.pathname.split('/').map((step) => ['', decodeURIComponent(step)] as const)
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

function subjectOf(mail: string): string {
  return /^subject:(.*)$/im.exec(mail)?.[1] ?? ''
}
