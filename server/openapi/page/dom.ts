/** Something on the page that shows the state of the credentials. */
export interface Shown {
  readonly element: HTMLElement
  update(): void
}

type Child = Node | string | undefined | false

/** An element with properties and children; `class` and `aria-…` are attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'style'>> & { readonly [name: `aria-${string}`]: string },
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('aria-')) element.setAttribute(name, value as string)
    else Object.assign(element, { [name]: value })
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** Calls back after parts of the page were drawn, once for many that come at a time: the page may be long. */
export function whenDrawn(root: Element, listener: () => void): void {
  let isPlanned = false
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      listener()
    }, 50)
  }
  new MutationObserver(plan).observe(root, { childList: true, subtree: true })
  plan()
}

/** A button that does one thing. */
export function makeButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'svc-button', textContent: text })
  button.addEventListener('click', onClick)
  return button
}
