import { isPublic, type OperationFacts } from './schemes.ts'

/** A lock, in a grey that shows on light and dark alike. */
const LOCK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='11' height='11' viewBox='0 0 16 16' fill='none' stroke='%23808691' stroke-width='1.6'%3E%3Crect x='3' y='7' width='10' height='7' rx='1.5'/%3E%3Cpath d='M5 7V5a3 3 0 0 1 6 0v2'/%3E%3C/svg%3E"

/**
 * Marks operations in the sidebar by generated content: `public`, or a lock. Styles survive whatever Scalar renders anew,
 * and the text after the slash is what screen readers say.
 */
export function sidebarStyles(operations: readonly OperationFacts[]): string {
  return operations
    .map((facts) => {
      const id = JSON.stringify(`/${facts.method.toUpperCase()}${facts.path}`)
      const content = isPublic(facts) ? "'public'" : `url("${LOCK}") / 'protected'`
      return `[data-sidebar-id$=${id}] .group\\/button-label::after { content: ${content}; font-size: 10px; margin-inline-start: 6px }`
    })
    .join('\n')
}
