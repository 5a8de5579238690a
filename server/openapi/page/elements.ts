import { makeAccessView } from './access-view.ts'
import type { Person } from './configuration.ts'
import { makeCredentialsPanel } from './credentials-panel.ts'
import { whenDrawn } from './dom.ts'
import type { Page } from './page-state.ts'
import { makeRequestPanel } from './request-panel.ts'
import type { Shown } from './dom.ts'
import type { ShownOperation } from './scalar.ts'
import { formatAccess, type OperationFacts } from './schemes.ts'

/** Names of the elements that Scalar puts where a plugin may show something. */
export const ELEMENTS = { credentials: 'svc-credentials', request: 'svc-request', answer: 'svc-answer' } as const

/** Events around the open request. */
export interface RequestEvents {
  /** Where Scalar draws. */
  readonly root: Element
  /** The notes about the open operation. */
  readonly notice: HTMLElement
  /** An operation was opened in the client. */
  opened(id: string, element: HTMLElement): void
  /** Makes a call as a person; one that may change something is opened for them to send. */
  call(facts: OperationFacts, person: Person): Promise<void>
  /** Enter was pressed in a field. */
  submitted(): void
  /** The notes beside the answer: whether it is old, and why it is a refusal. */
  readonly notes: readonly HTMLElement[]
  /** The answer appeared. */
  answered(): void
}

/** Defines the elements. They are plain elements, so that the page needs no part of the framework that Scalar is made with. */
export function defineElements(page: Page, events: RequestEvents): void {
  customElements.define(ELEMENTS.credentials, credentialsElement(page, events))
  customElements.define(ELEMENTS.request, requestElement(page, events))
  customElements.define(ELEMENTS.answer, answerElement(events))
}

function credentialsElement(page: Page, events: RequestEvents): CustomElementConstructor {
  return class extends HTMLElement {
    options: unknown
    #shown: Shown | undefined
    readonly #access = makeAccessView(page, (facts, person) => void events.call(facts, person))

    connectedCallback(): void {
      if (!this.#shown) {
        const shown = makeCredentialsPanel(page)
        this.#shown = shown
        page.vault.onChange(() => shown.update())
        page.onDocument(() => {
          shown.update()
          this.#access.update()
        })
        whenDrawn(events.root, () => shown.drawn())
      }
      this.replaceChildren(this.#shown.element, this.#access.element)
      this.#shown.update()
    }
  }
}

function requestElement(page: Page, events: RequestEvents): CustomElementConstructor {
  return class extends HTMLElement {
    #id: string | undefined
    #signature: string | undefined
    #shown: Shown | undefined

    constructor() {
      super()
      page.vault.onChange(() => this.#update())
      page.onDocument(() => this.#build())
    }

    set operation(operation: ShownOperation | undefined) {
      if (operation?.operationId === this.#id) return
      this.#id = operation?.operationId
      this.#build()
      this.#open()
    }

    connectedCallback(): void {
      this.addEventListener('keydown', (event) => {
        const { target } = event
        if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.form) return
        event.preventDefault()
        events.submitted()
      })
      this.#open()
    }

    #open(): void {
      if (this.isConnected && this.#id !== undefined) events.opened(this.#id, this)
    }

    #build(): void {
      const facts = this.#id === undefined ? undefined : page.operation(this.#id)
      // One that vanished keeps its panel, and one that stayed the same keeps its fields and where the caret is.
      const signature = facts && JSON.stringify([facts.id, formatAccess(facts), facts.ways, facts.custom, page.schemes])
      if (!facts || signature === this.#signature) return
      this.#signature = signature
      this.#shown = makeRequestPanel(facts, page)
      this.replaceChildren(events.notice, this.#shown.element)
      this.#update()
    }

    #update(): void {
      this.#shown?.update()
    }
  }
}

function answerElement(events: RequestEvents): CustomElementConstructor {
  return class extends HTMLElement {
    connectedCallback(): void {
      this.replaceChildren(...events.notes)
      events.answered()
    }
  }
}
