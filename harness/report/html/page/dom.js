/**
 * An element. Texts become text nodes: nothing that came over the wire is ever read as markup.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string | undefined>>} [attributes] `undefined` leaves one out
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(key, value)
  node.append(...children.filter((child) => child !== undefined))
  return node
}

/**
 * The element of the page with an id.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id)
  if (node === null) throw new Error(`the page has no #${id}`)
  return node
}

/**
 * A button that puts a text on the clipboard, and says so.
 *
 * @param {string} label what it copies, for people who cannot see it
 * @param {string} text
 */
export function copyButton(label, text) {
  const button = element('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${label}` }, 'Copy')
  const say = (/** @type {string} */ words) => {
    button.textContent = words
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  }
  button.addEventListener('click', () => void copy(text).then((done) => say(done ? 'Copied' : 'Select it and copy')))
  return button
}

/**
 * Pages on a disk may not have a clipboard.
 *
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
