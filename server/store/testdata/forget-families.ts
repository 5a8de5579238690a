/** Takes back what a test declared: other tests of this process ask for the local state of their own applications. */
export function forgetFamilies(): void {
  delete (globalThis as { [LISTS]?: boolean })[LISTS]
}

const LISTS = Symbol.for('svc.family-lists')
