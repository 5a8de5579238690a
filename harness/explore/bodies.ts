import type { Route } from '../model/route.ts'
import { foldName } from './values.ts'

/** A body that passes validation and holds the mark of the run, for `ask`; nothing where the operation takes no body. @param isLeast without what may be left out */
export function bodyOf({ inputs }: Route, text: string, mark: string, isLeast = false): { readonly body?: object } {
  const members = inputs?.body ?? []
  if (members.length === 0) return {}
  return {
    body: nested(
      members
        .filter(({ isRequired, type }) => isRequired || (type === 'string' && !isLeast))
        .map(({ path, type, format, sample, isChoice }) => {
          const name = foldName(path.at(-1) ?? '')
          const isMail = format === 'email' || name.includes('mail')
          if (isPasswordName(name) && !isChoice) return [path, passwordOf(mark)] as const
          // Two records of one run may not have the same address.
          const own = isMail ? `${text.replaceAll(/\W/g, '')}@svc.invalid` : text
          return [path, type === 'string' && !isChoice && (isMail || format === undefined) ? own : sample] as const
        }),
    ),
  }
}

/** @param name folded */
export function isPasswordName(name: string): boolean {
  return /passw|pwd/.test(name)
}

/** A password that common rules accept, of a record that was made for the run. */
export function passwordOf(mark: string): string {
  return `Svc-${mark}-9Z`
}

/** An object of members by their paths. */
export function nested(values: readonly (readonly [path: readonly string[], value: unknown])[]): object {
  const root: Record<string, unknown> = {}
  for (const [path, value] of values) {
    let at = root
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[path.at(-1) ?? ''] = value
  }
  return root
}
