import { whenDrawn } from './dom.ts'

/** A part of Scalar that assistive technology cannot name or use as it stands, and what mends it. */
type Mend = readonly [selector: string, mend: (element: Element) => void]

const MENDS: readonly Mend[] = [
  // Its text is hidden from screen readers, too.
  ['button.group\\/copy-button:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  // WAI-ARIA 1.2: a combobox says whether its list is shown; Scalar says so once it was.
  ['[role="combobox"]:not([aria-expanded])', (box) => box.setAttribute('aria-expanded', 'false')],
  ['button[role="none"]', (button) => button.removeAttribute('role')],
  // The element of that id is drawn later, or never.
  [
    '[aria-controls]:not([aria-expanded="false"])',
    (button) => {
      const id = button.getAttribute('aria-controls') ?? ''
      if (document.getElementById(id) === null) button.removeAttribute('aria-controls')
    },
  ],
  ['.cm-content[role="textbox"]:not([aria-label])', (editor) => editor.setAttribute('aria-label', 'Text')],
]

/** Gives parts of Scalar the names and states that they lack, whenever it draws some. */
export function nameParts(root: Element): void {
  whenDrawn(root, () => {
    for (const [selector, mend] of MENDS) for (const element of root.querySelectorAll(selector)) mend(element)
  })
}
