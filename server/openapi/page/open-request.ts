import { actAs } from './act-as.ts'
import { make, makeButton } from './dom.ts'
import type { RequestEvents } from './elements.ts'
import { mend } from './mend.ts'
import type { Page } from './page-state.ts'
import { takeSendKey } from './send-key.ts'
import { type EventBus, findClientStore } from './scalar.ts'
import { formatAccess, type OperationFacts } from './schemes.ts'
import type { ClosedPath, Person } from './configuration.ts'
import type { GenerationListener } from './source.ts'
import { makeSocket } from './socket.ts'
import { carryTyped, copy, type Place, type TypableDocument } from './typed-requests.ts'
import { makeWhy } from './why.ts'

/** Events of Scalar after which a request is another one. */
const EDIT = /^operation:(?:upsert|update|delete|delete-all):(?:parameters?|extra-parameters|requestBody)/
const DIALOG = '[role="dialog"][aria-label="API Client"]'

/** The request that is open in the client: what was typed there, whether its answer is old, what happened to its operation. */
export class OpenRequest implements RequestEvents, GenerationListener {
  readonly notice: HTMLElement = make('div', { className: 'svc-notice', role: 'alert', hidden: true })
  /** For the page as a whole, whether or not a request is open. */
  readonly pageNotice: HTMLElement = make('div', {
    className: 'svc-notice svc-page-notice',
    role: 'alert',
    hidden: true,
  })
  readonly notes: readonly HTMLElement[]
  readonly #age = make('p', { className: 'svc-age', hidden: true })
  readonly #page: Page
  readonly root: Element
  readonly #showWhy: () => void
  readonly #edits = new Map<string, number>()
  readonly #sent = new Map<string, string>()
  #bus: EventBus | undefined
  #id: string | undefined
  #facts: OperationFacts | undefined
  #closed: readonly ClosedPath[] = []
  #isPatched = false
  #authChange: string | undefined
  #failure: string | undefined

  constructor(page: Page, root: Element) {
    this.#page = page
    this.root = root
    const why = makeWhy(
      page,
      () => this.#id,
      (remedy) => mend(remedy, page, this.#facts),
    )
    const along = make('p', { className: 'svc-along-answer', hidden: true })
    const socket = makeSocket(page, () => this.#id)
    this.notes = [this.#age, along, why.element, socket.element]
    this.#showWhy = () => {
      why.update()
      socket.update()
      const remark = this.#id === undefined ? undefined : page.explanations.remarkOf(this.#id)
      along.textContent = remark ?? ''
      along.hidden = remark === undefined
    }
    page.explanations.onChange(this.#showWhy)
    page.onDocument(() => this.#follow())
    page.vault.onChange(() => this.#showAge())
  }

  /** Begins to listen to Scalar. */
  attach(bus: EventBus): void {
    this.#bus = bus
    takeSendKey(
      () => this.#isOpen(),
      () => this.submitted(),
    )
    bus.onAny(({ event, payload }) => this.#hear(event, payload))
  }

  opened(id: string, element: HTMLElement): void {
    this.#patchStore()
    this.#id = id
    this.#facts = this.#page.operation(id)
    this.#authChange = undefined
    this.#showNotice()
    this.#showWhy()
    focusOnceShown(() => element)
  }

  async call(facts: OperationFacts, person: Person): Promise<void> {
    if (!(await actAs(this.#page, person))) return
    this.#bus?.emit('ui:open:client-modal', { method: facts.method, path: facts.path })
    if (facts.method !== 'get') return
    whenSo(
      () => this.#isOpen() && this.#id === facts.id,
      () => this.submitted(),
    )
  }

  submitted(): void {
    this.#bus?.emit('operation:send:request:hotkey')
  }

  answered(): void {
    this.#showAge()
    this.#showWhy()
  }

  read(): void {
    this.#failure = undefined
    this.#showNotice()
  }

  closed(paths: readonly ClosedPath[]): void {
    this.#closed = paths
    this.#showNotice()
  }

  failed(status: number): void {
    this.#failure = status === 0 ? 'The server does not answer.' : `The document answers ${status}.`
    this.#showNotice()
  }

  /** Text that is being typed must be in the store before the document is replaced. */
  prepare(): void {
    this.#bus?.flushDebouncedEmits?.()
  }

  #hear(event: string, payload: unknown): void {
    if (event === 'ui:open:client-modal') focusOnceShown(findRequest)
    const meta = metaOf(payload)
    const facts = meta && this.#page.operationAt(meta.method, meta.path)
    if (!facts) return
    if (EDIT.test(event)) this.#edits.set(facts.id, (this.#edits.get(facts.id) ?? 0) + 1)
    if (event === 'hooks:on:request:sent') {
      this.#sent.set(facts.id, this.#fingerprint(facts))
      this.#authChange = undefined
      this.#showNotice()
    }
    this.#showAge()
  }

  /** The client keeps what is typed in its own copy of the document, which each update replaces. */
  #patchStore(): void {
    const store = this.#isPatched ? undefined : findClientStore(this.root)
    if (!store) return
    this.#isPatched = true
    const load = store.loadWorkspace.bind(store)
    const { slug } = this.#page.configuration
    let loaded = copy(store.workspace.documents[slug]) as TypableDocument
    store.loadWorkspace = (input) => {
      const next = input.documents[slug] as TypableDocument | undefined
      const current = store.workspace.documents[slug] as TypableDocument | undefined
      const fresh = copy(next)
      if (next && current) carryTyped(loaded, current, next, this.#isOpen() ? this.#facts : undefined)
      if (fresh) loaded = fresh
      load(input)
    }
  }

  #isOpen(): boolean {
    return document.querySelector(DIALOG)?.checkVisibility({ visibilityProperty: true }) === true
  }

  #follow(): void {
    const before = this.#facts
    const now = this.#id === undefined ? undefined : this.#page.operation(this.#id)
    if (before && now) {
      const [was, is] = [formatAccess(before), formatAccess(now)]
      if (was !== is) this.#authChange = `Who may call this changed: it was ${was}, it is ${is}.`
      this.#facts = now
    }
    this.#showNotice()
    this.#showAge()
  }

  #showNotice(): void {
    const everything = this.#closed.find(({ path }) => path === '/*')
    const outage = everything ? `Everything answers 503. ${everything.reason}` : this.#failure
    this.pageNotice.hidden = outage === undefined
    this.pageNotice.textContent = outage ?? ''
    const text = this.#trouble() ?? this.#authChange
    this.notice.hidden = text === undefined
    if (text === undefined) return
    const close = makeButton('Close request', () => this.#bus?.emit('ui:close:client-modal'))
    this.notice.replaceChildren(make('p', { textContent: text }), ...(this.#trouble() === undefined ? [] : [close]))
  }

  #trouble(): string | undefined {
    if (!this.#facts || this.#id === undefined) return undefined
    const { method, path } = this.#facts
    const name = `${method.toUpperCase()} ${path}`
    const reason = this.#closed.find((closed) => covers(closed.path, path))?.reason
    if (reason !== undefined) return `${name} answers 503. ${reason}`
    if (this.#failure !== undefined) return `${name} may not be served. ${this.#failure}`
    return this.#page.operation(this.#id) ? undefined : `${name} is gone: no route answers there any more.`
  }

  #fingerprint(facts: OperationFacts): string {
    const { way, send } = this.#page.plan(facts)
    return JSON.stringify([this.#edits.get(facts.id) ?? 0, way, send, facts.operation])
  }

  #showAge(): void {
    if (!this.#facts || this.#id === undefined) return
    const sent = this.#sent.get(this.#id)
    const isOld = sent !== undefined && sent !== this.#fingerprint(this.#facts)
    this.#age.textContent = isOld ? 'Old answer: the request or its operation changed since it was sent.' : ''
    this.#age.hidden = !isOld
  }
}

function covers(closed: string, path: string): boolean {
  return closed.endsWith('/*') ? path.startsWith(closed.slice(0, -1)) : closed === path
}

function metaOf(payload: unknown): Place | undefined {
  if (typeof payload !== 'object' || payload === null || !('meta' in payload)) return undefined
  const { meta } = payload
  if (typeof meta !== 'object' || meta === null || !('method' in meta) || !('path' in meta)) return undefined
  return typeof meta.method === 'string' && typeof meta.path === 'string'
    ? { method: meta.method, path: meta.path }
    : undefined
}

/** Frames after which a dialog that does not open is given up. */
const FRAMES = 60

const findRequest = (): HTMLElement | null => document.querySelector(`${DIALOG} svc-request`)

/** Looks once a frame: the client is loaded when it is first opened. */
function whenSo(isSo: () => boolean, act: () => void, frames = 10 * FRAMES): void {
  requestAnimationFrame(() => {
    if (isSo()) act()
    else if (frames > 0) whenSo(isSo, act, frames - 1)
  })
}

/** The dialog is announced before it is drawn, and what is not drawn takes no focus. */
function focusOnceShown(find: () => HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const element = find()
    const isFocused = element !== null && focusFirst(element)
    if (!isFocused && frames > 0) focusOnceShown(find, frames - 1)
  })
}

/** The first field that is empty, unless what is needed is there; else the button that sends: what a person wants next. */
function focusFirst(element: HTMLElement): boolean {
  const fields = [...element.querySelectorAll<HTMLInputElement>('input.svc-field')].filter((field) =>
    field.checkVisibility(),
  )
  const isFilled = fields.length === 0 || element.querySelector('[data-state="good"]') !== null
  const send = element.closest(DIALOG)?.querySelectorAll<HTMLElement>('[data-addressbar-action="send"]') ?? []
  const target = isFilled
    ? [...send].find((button) => button.checkVisibility())
    : fields.find(({ value }) => value === '')
  target?.focus()
  return target !== undefined && target === document.activeElement
}
