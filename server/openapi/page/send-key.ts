/**
 * Takes Ctrl+Enter, or Command+Enter, before anything else on the page does: one press is one request. Firefox would click a
 * button that has the focus as well, a field would submit as well, and a key that is held down would send again and again.
 *
 * @param isOpen whether there is a request to send
 */
export function takeSendKey(isOpen: () => boolean, send: () => void): void {
  const take = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Scalar would send the request that was open last.
    event.stopImmediatePropagation()
    if (!isOpen()) return
    event.preventDefault()
    if (event.type === 'keydown' && !event.repeat) send()
  }
  for (const type of ['keydown', 'keypress', 'keyup'] as const) addEventListener(type, take, { capture: true })
}
