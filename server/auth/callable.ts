/** Whether a function is a class: its prototype is not writable (ECMA-262 section 15.7.14). */
export function isClass(value: unknown): boolean {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

/** A generator would return its iterator, which is truthy, before it runs a line: such a route would be open. */
export function isCallable(value: object): boolean {
  return !isClass(value) && !/Generator/.test(Object.prototype.toString.call(value))
}
