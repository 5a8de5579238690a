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

/** A button that does one thing. */
export function makeButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'svc-button', textContent: text })
  button.addEventListener('click', onClick)
  return button
}
