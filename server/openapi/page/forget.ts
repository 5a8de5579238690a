/** Where Scalar keeps what was typed, by the slug that the page gave it. */
const PREFIX = 'scalar-reference-auth-'

/** Says that the browser keeps what is typed, and offers to forget it. */
export function offerToForget(bar: HTMLElement, slug: string): void {
  const note = document.createElement('span')
  note.textContent = 'Credentials stay in this browser.'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Forget them'
  button.addEventListener('click', () => {
    // Scalar writes with a delay: what it writes after this line must go too.
    addEventListener('pagehide', () => localStorage.removeItem(PREFIX + slug))
    localStorage.removeItem(PREFIX + slug)
    location.reload()
  })
  bar.append(note, button)
  bar.hidden = false
}
