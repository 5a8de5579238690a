import { isLoadError, type LoadError } from '../base/errors.ts'
import type { MaybePromise } from '../schema/infer.ts'
import type { ModuleExports, ModuleSource } from './modules.ts'
import type { LoadedFile } from './route-module.ts'

/** The results of reading modules, each with the values that it depends on besides. */
export type Readings<T> = WeakMap<ModuleExports, { readonly key: readonly unknown[]; readonly value: T }>

/** The value that was read of a module before, if nothing else that it depends on has changed. */
export function readOnce<T>(readings: Readings<T>, { exports }: LoadedFile, key: readonly unknown[], read: () => T): T {
  const known = readings.get(exports)
  if (known?.key.every((part, index) => part === key[index])) return known.value
  const value = read()
  readings.set(exports, { key, value })
  return value
}

/** Without a promise where the module is there already: a built server has a thousand of them. */
export function loadFile(modules: ModuleSource, file: string): MaybePromise<LoadedFile | LoadError> {
  const imported = modules.import(file)
  const describe = (exports: ModuleExports): LoadedFile => ({ file, exports, positions: modules.positions(file) })
  if (!(imported instanceof Promise)) return describe(imported)
  return imported.then(describe, (error: unknown) => {
    if (isLoadError(error)) return error
    throw error
  })
}

/** Waits only where something has to be waited for. */
export function settle<T>(values: readonly MaybePromise<T>[]): MaybePromise<readonly T[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly T[])
}
