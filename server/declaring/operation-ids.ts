import type { Operation } from '../model/operation.ts'

/** Numbers the ids that were made of method and path, where two came out alike. An id that was declared stays. */
export function withUniqueIds(operations: readonly Operation[]): readonly Operation[] {
  const taken = new Set<string>()
  for (const { options } of operations) if (options.operationId !== undefined) taken.add(options.operationId)
  return operations.map((operation) => {
    if (operation.options.operationId !== undefined) return operation
    const id = freeId(operation.id, taken)
    taken.add(id)
    return id === operation.id ? operation : Object.freeze({ ...operation, id })
  })
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  for (let count = 2; ; count++) {
    if (!taken.has(`${id}_${count}`)) return `${id}_${count}`
  }
}
