import { isUndeclared } from './variant.ts'
import { isPublic, type OperationFacts } from './schemes.ts'

/** A lock, in a grey that shows on light and dark alike. */
const LOCK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='11' height='11' viewBox='0 0 16 16' fill='none' stroke='%23808691' stroke-width='1.6'%3E%3Crect x='3' y='7' width='10' height='7' rx='1.5'/%3E%3Cpath d='M5 7V5a3 3 0 0 1 6 0v2'/%3E%3C/svg%3E"

/** Styles by operation. They survive whatever Scalar renders anew. */
export function operationStyles(operations: readonly OperationFacts[]): string {
  return [sidebarStyles(operations), undeclaredStyles(operations)].join('\n')
}

/** "No Body" is not what an operation says that declares no body. */
function undeclaredStyles(operations: readonly OperationFacts[]): string {
  return operations
    .filter(({ operation }) => Object.values(operation.responses ?? {}).some(isUndeclared))
    .map((facts) => `[id$=${idOf(facts)}] .empty-state { display: none }`)
    .join('\n')
}

/** Whether the page shows an operation, or draws it once it is scrolled to: those of a tag that is closed are not there. */
export function isDrawn(facts: OperationFacts): boolean {
  return document.querySelector(`main [id$=${idOf(facts)}]`) !== null
}

function idOf({ method, path }: OperationFacts): string {
  return JSON.stringify(`/${method.toUpperCase()}${path}`)
}

/**
 * Marks operations in the sidebar by generated content: `public`, or a lock. The text after the slash is what screen readers
 * say.
 */
function sidebarStyles(operations: readonly OperationFacts[]): string {
  return operations
    .map((facts) => {
      const content = isPublic(facts) ? "'public'" : `url("${LOCK}") / 'protected'`
      return `[data-sidebar-id$=${idOf(facts)}] .group\\/button-label::after { content: ${content}; font-size: 10px; margin-inline-start: 6px }`
    })
    .join('\n')
}
