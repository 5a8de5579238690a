import { writeCurl } from './code-curl.ts'
import { writeJavaScript } from './code-javascript.ts'
import { type CodeRequest, inClear, variablesOf } from './code-model.ts'
import { writePython } from './code-python.ts'
import { readCodeRequest } from './code-request.ts'
import { make, makeButton } from './dom.ts'
import type { Page } from './page-state.ts'
import type { CodeSubject, RequestTools } from './scalar.ts'

const LANGUAGES: readonly (readonly [name: string, write: (request: CodeRequest) => string])[] = [
  ['curl', writeCurl],
  ['JavaScript (fetch)', writeJavaScript],
  ['Python (requests)', (request) => writePython(request, 'requests')],
  ['Python (httpx)', (request) => writePython(request, 'httpx')],
]

/** The language of all code on the page, and whether secrets are shown in it. */
class Choice {
  language = 0
  isClear = false
  readonly #listeners = new Set<() => void>()

  set(change: Partial<Pick<Choice, 'language' | 'isClear'>>): void {
    Object.assign(this, change)
    for (const listener of this.#listeners) listener()
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/**
 * Defines the element that Scalar draws where it had code of its own: the code of a request, as the page would send it.
 *
 * @param flush takes over what is being typed, which Scalar does a moment later
 */
export function defineCode(page: Page, tools: RequestTools, flush: () => void): void {
  const choice = new Choice()
  customElements.define(
    'svc-snippet',
    class extends HTMLElement {
      #subject: CodeSubject | undefined
      #shown: ShownCode | undefined
      #isVisible = false
      #stop: readonly (() => void)[] = []

      set subject(subject: CodeSubject) {
        this.#subject = subject
        this.#update()
      }

      connectedCallback(): void {
        this.#shown ??= makeCode(choice, this.#subject?.isOpenRequest === true)
        this.replaceChildren(this.#shown.element)
        // Before it can be copied.
        for (const type of ['pointerenter', 'pointerdown', 'focusin']) this.addEventListener(type, flush)
        // A document may have thousands of operations, of which a few are seen.
        const observer = new IntersectionObserver(([entry]) => {
          this.#isVisible = entry?.isIntersecting === true
          this.#update()
        })
        observer.observe(this)
        const update = (): void => this.#update()
        this.#stop = [
          () => observer.disconnect(),
          page.vault.onChange(update),
          page.onDocument(update),
          choice.onChange(update),
        ]
      }

      disconnectedCallback(): void {
        for (const stop of this.#stop) stop()
      }

      #update(): void {
        // Text typed into the open request is known here first, and its panel depends on it.
        if (this.#subject && (this.#isVisible || this.#subject.isOpenRequest))
          this.#shown?.update(readCodeRequest(page, tools, this.#subject))
      }
    },
  )
}

interface ShownCode {
  readonly element: HTMLElement
  /** @param request `undefined` where what is typed makes none */
  update(request: CodeRequest | undefined): void
}

function makeCode(choice: Choice, isFolded: boolean): ShownCode {
  const select = make('select', { className: 'svc-field svc-language', 'aria-label': 'Language of the code' })
  select.append(...LANGUAGES.map(([name], index) => make('option', { textContent: name, value: String(index) })))
  select.addEventListener('change', () => choice.set({ language: select.selectedIndex }))
  const box = make('input', { type: 'checkbox' })
  box.addEventListener('change', () => choice.set({ isClear: box.checked }))
  const label = make('label', { className: 'svc-clear' }, box, ' Secrets in clear')
  const code = make('code', {})
  const copied = make('span', { className: 'svc-place', 'aria-live': 'polite' })
  const copy = makeButton('Copy', () => {
    void navigator.clipboard.writeText(code.textContent ?? '').then(
      () => (copied.textContent = 'Copied.'),
      () => (copied.textContent = 'The browser does not let the page copy.'),
    )
  })
  copy.setAttribute('aria-label', 'Copy the code')
  const tools = make('div', { className: 'svc-code-tools' }, select, label, copied, copy)
  const text = make('pre', { className: 'svc-code', tabIndex: 0, 'aria-label': 'Code of the request' }, code)
  const element = isFolded
    ? make('details', { className: 'svc-code-fold' }, make('summary', { textContent: 'Code' }), tools, text)
    : make('div', { className: 'svc-code-open' }, tools, text)
  return {
    element,
    update(request) {
      select.selectedIndex = choice.language
      box.checked = choice.isClear
      label.hidden = request === undefined || variablesOf(request).length === 0
      const write = LANGUAGES[choice.language]?.[1] ?? writeCurl
      const written = request
        ? write(choice.isClear ? inClear(request) : request)
        : 'What is typed makes no request yet.'
      if (code.textContent === written) return
      code.textContent = written
      copied.textContent = ''
    },
  }
}
