import type { ClosedPath, ExplainedRefusal } from './configuration.ts'
import { askOwn } from './own-request.ts'
import type { Page } from './page-state.ts'
import type { ShownDocument } from './scalar.ts'
import { pageVariant } from './variant.ts'

/** Called for each generation of the application. */
export interface GenerationListener {
  /** The document was read: the page has it, Scalar may still show another. */
  read(): void
  /** The paths that answer 503 now. */
  closed(paths: readonly ClosedPath[]): void
  /** The document cannot be read. */
  failed(status: number): void
}

/** Where the document comes from: read once, and again when its bytes may have changed. */
export class DocumentSource {
  readonly #page: Page
  #text = ''

  constructor(page: Page) {
    this.#page = page
  }

  /** The page's own query goes along: where a key in it opened the page, it opens the document too. */
  url(revision?: string): string {
    return this.#resolve('openapi.json', revision)
  }

  /** Reads the document. @returns whether it is another one than before */
  async load(revision?: string): Promise<boolean> {
    const response = await askOwn(this.url(revision))
    if (!response.ok) throw new UnreadableError(response.status)
    const text = await response.text()
    if (text === this.#text) return false
    this.#text = text
    this.#page.document = JSON.parse(text) as ShownDocument
    return true
  }

  /** Answers Scalar's own request for the document. */
  async answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const path = new URL(String(input instanceof Request ? input.url : input), location.href).pathname
    if (path !== new URL(this.url()).pathname) return fetch(input, init)
    const { document, configuration, prefix } = this.#page
    const shown = pageVariant(document, configuration.sessionCookie)
    return Response.json(prefix === '' ? shown : { ...shown, servers: [{ url: prefix }] })
  }

  /** Follows the application of `svc dev`; calls `update` where the document is another one. */
  follow(shown: string, listener: GenerationListener, update: (url: string) => void): void {
    let current = shown
    const events = new EventSource(this.#eventsUrl())
    events.addEventListener('refusal', ({ data }) =>
      this.#page.explanations.take(JSON.parse(String(data)) as ExplainedRefusal),
    )
    events.addEventListener('closed', ({ data }) => listener.closed(JSON.parse(String(data)) as readonly ClosedPath[]))
    events.addEventListener('message', ({ data }) => {
      const revision = String(data)
      if (revision === current) return
      current = revision
      this.load(revision).then(
        (isOther) => {
          // A newer generation is on its way then.
          if (revision !== current) return
          listener.read()
          if (isOther) update(this.url(revision))
        },
        (error: unknown) => listener.failed(error instanceof UnreadableError ? error.status : 0),
      )
    })
  }

  /** With the name of this page, under which reasons of refusals reach it. */
  #eventsUrl(): string {
    const url = new URL(this.#resolve('docs/events'))
    if (this.#page.isForDeveloper) url.searchParams.set('page', this.#page.explanations.page)
    return url.href
  }

  #resolve(path: string, revision?: string): string {
    const url = new URL(path, location.href)
    url.search = location.search
    if (revision !== undefined) url.searchParams.set('v', revision)
    return url.href
  }
}

class UnreadableError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The document cannot be read: ${status}`)
    this.status = status
  }
}
