import type { Warning } from '../files/warnings.ts'

/** The warnings given so far, from one application to the next, so that each is reported once. */
export class WarningHistory {
  #known: ReadonlySet<string> = new Set()

  /**
   * The warnings that were not there before.
   *
   * @param complete whether everything was loaded. If not, a warning that is missing may only be closed for the moment.
   */
  advance(warnings: readonly Warning[], complete: boolean): readonly Warning[] {
    const before = this.#known
    this.#known = new Set([...(complete ? [] : before), ...warnings.map(keyOf)])
    return warnings.filter((warning) => !before.has(keyOf(warning)))
  }
}

function keyOf({ code, subject }: Warning): string {
  return `${code} ${subject}`
}
