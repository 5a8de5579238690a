import { ownerOf } from './along.ts'
import type { CodeBody, CodeRequest, FormPart, Secret, Text } from './code-model.ts'
import type { Typed } from './configuration.ts'
import type { Page } from './page-state.ts'
import { isReady, type Plan } from './plan.ts'
import { type CodeSubject, type RequestBuilder, type RequestTools, sentCookies, type TypedBody } from './scalar.ts'
import type { OperationFacts, SchemeFacts } from './schemes.ts'

/**
 * The request that the page would send for an operation: made by the functions that send it, with the credentials of the
 * plan. `undefined` while what is typed makes no request, such as a path without its parameter.
 */
export function readCodeRequest(page: Page, tools: RequestTools, subject: CodeSubject): CodeRequest | undefined {
  const facts = page.operationAt(subject.method, subject.path)
  const built = facts && build(tools, subject)
  if (!facts || !built) return undefined
  const { request, cookies: inputs, body } = built
  if (subject.isOpenRequest) page.vault.noteCookie(facts.id, inputs.length > 0)
  const plan = page.plan(facts, inputs.length > 0)
  const schemes = shownSchemes(plan, page)
  const secrets = new Naming()
  const query: [string, Text][] = []
  const headers: [string, Text][] = fieldsOf(request, body?.kind === 'form')
  const cookies: [string, Text][] = []
  let basic: CodeRequest['basic']
  for (const scheme of schemes) {
    const typed: Typed = isReady(scheme, page.vault) ? page.vault.typed(scheme.name) : {}
    if (scheme.kind === 'basic')
      basic = [[secrets.of(scheme, 'USER', typed.username)], [secrets.of(scheme, 'PASSWORD', typed.password)]]
    else if (scheme.kind === 'session') cookies.push([scheme.param, [secrets.session(scheme.param)]])
    else {
      const secret = secrets.of(scheme, scheme.kind === 'bearer' ? 'TOKEN' : 'KEY', typed.token)
      const prefix = scheme.kind === 'bearer' ? 'Bearer ' : (scheme.prefix ?? '')
      const list = { header: headers, query, cookie: cookies }[scheme.in]
      list.push([scheme.param, prefix === '' ? [secret] : [prefix, secret]])
    }
  }
  for (const { name, value } of inputs) cookies.push([name, [value]])
  // A browser says where a request comes from, which is what a session needs to change anything.
  if (plan.mode === 'same-origin' && !/^(?:GET|HEAD)$/.test(request.method)) headers.push(['Origin', [location.origin]])
  return {
    method: request.method,
    url: request.url,
    query,
    headers,
    basic,
    cookies,
    body,
    notes: notesOf(facts, plan, schemes, page),
  }
}

interface Built {
  readonly request: Request
  readonly cookies: RequestBuilder['cookies']
  readonly body: CodeBody | undefined
}

function build(tools: RequestTools, subject: CodeSubject): Built | undefined {
  const { method, path, operation, selectedServer: server, selectedExample: exampleName = 'default' } = subject
  const { request: builder } = tools.requestFactory({
    method,
    path,
    operation,
    server,
    exampleName,
    defaultHeaders: tools.getDefaultHeaders({
      method,
      operation,
      exampleName,
      options: { appVersion: '0.0.0', isElectron: false },
    }),
    globalCookies: subject.globalCookies ?? [],
    proxyUrl: '',
    selectedSecuritySchemes: [],
    isElectron: false,
    openapiVersion: subject.openapiVersion,
    requestBodyCompositionSelection: subject.requestBodyCompositionSelection,
    environment: {},
  })
  const { body } = builder
  const result = tools.buildRequest(builder, { envVariables: {}, allowMissingRequestServerBase: true })
  if (!result.ok) return undefined
  const [url, init] = result.data.requestPayload
  try {
    const request = new Request(new URL(url, location.href), init)
    return { request, cookies: sentCookies(builder), body: bodyOf(init.body, body) }
  } catch {
    return undefined
  }
}

function bodyOf(sent: BodyInit | null | undefined, typed: TypedBody | null): CodeBody | undefined {
  if (sent === null || sent === undefined) return undefined
  if (typeof sent === 'string' || sent instanceof URLSearchParams) return { kind: 'text', text: String(sent) }
  if (typed?.mode === 'formdata') return { kind: 'form', parts: (typed.value as readonly TypedPart[]).map(partOf) }
  return { kind: 'file', file: sent instanceof File ? sent.name : 'body.bin' }
}

interface TypedPart {
  readonly key: string
  readonly value: string | Blob
  readonly contentType?: string
}

function partOf({ key: name, value, contentType }: TypedPart): FormPart {
  const type = contentType === undefined || contentType === '' ? {} : { type: contentType }
  if (typeof value === 'string') return { name, text: value, ...type }
  return {
    name,
    file: value instanceof File ? value.name : 'file.bin',
    ...(value.type === '' ? {} : { type: value.type }),
  }
}

/** Each client says by itself that it accepts anything, and how it separates the parts of a form. */
function fieldsOf({ headers }: Request, isForm: boolean): [string, Text][] {
  return [...headers]
    .filter(([name, value]) => !(name === 'accept' && value === '*/*') && !(isForm && name === 'content-type'))
    .map(([name, value]) => [name, [value]])
}

/** Those of the request; where nothing can be sent yet, those of the first alternative of which nothing is typed. */
function shownSchemes(plan: Plan, page: Page): readonly SchemeFacts[] {
  const isTyped = (scheme: SchemeFacts): boolean => scheme.kind !== 'session' && isReady(scheme, page.vault)
  const sent = plan.ways.find(({ key }) => key === plan.way)
  if (sent)
    return plan.send.length === 0
      ? sent.schemes
      : sent.schemes.filter((scheme) => scheme.kind === 'session' || isTyped(scheme))
  if (plan.session === 'left-out') return []
  return plan.ways.find(({ schemes }) => !schemes.some(isTyped))?.schemes ?? []
}

function notesOf(facts: OperationFacts, plan: Plan, schemes: readonly SchemeFacts[], page: Page): readonly string[] {
  const missing = schemes.filter((scheme) => scheme.kind !== 'session' && !isReady(scheme, page.vault))
  const names = missing.map(({ name }) => name).join(' and ')
  return [
    ...(missing.length > 0 ? [`The page has no ${names} yet: its own request carries none.`] : []),
    ...(plan.session === 'along' ? [`The request of the page carries ${ownerOf(page)} as well.`] : []),
    ...(page.carriesBasic(plan) ? ['The request of the page carries the Basic login of the page as well.'] : []),
    ...(schemes.some(({ kind }) => kind === 'session')
      ? ['No script of a page can read the cookie of a session.']
      : []),
    ...(facts.custom.length > 0 ? [`${facts.custom.join(', ')} looks at the request itself.`] : []),
  ]
}

/** Names of variables, of schemes alike or not. */
class Naming {
  readonly #taken = new Set<string>()

  /** `HeaderKey` is `HEADER_KEY`, `Path` is `PATH_KEY`: no name that a shell or a system has. */
  of({ name }: SchemeFacts, part: 'TOKEN' | 'KEY' | 'USER' | 'PASSWORD', value: string | undefined): Secret {
    const base = constantOf(name)
    const isSaid = /(?:^|_)(?:TOKEN|KEY|SECRET)$/.test(base) && (part === 'TOKEN' || part === 'KEY')
    return { variable: this.#take(isSaid ? base : `${base}_${part}`), value: value === '' ? undefined : value }
  }

  session(cookie: string): Secret {
    return { variable: this.#take(`${constantOf(cookie)}_COOKIE`), value: undefined }
  }

  #take(variable: string): string {
    let free = variable
    for (let number = 2; this.#taken.has(free); number++) free = `${variable}_${number}`
    this.#taken.add(free)
    return free
  }
}

function constantOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').replaceAll(/[^A-Za-z0-9]+/g, '_')
  return words
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d|$)/, 'API_')
}
