import type { Form } from './secret-forms.ts'

/** Characters before a value that its name is looked for in. */
export const LONGEST_NAME = 40

/** `password1` of `password123`, as the name of a member: such a name is of the application, and not a value. */
export function isInName(folded: string, at: number, { whole, length, isEncoded }: Form): boolean {
  if (isEncoded || length === whole.length) return false
  const [begun] = /(?<=[{,]\s*")[a-z_-]*$/.exec(folded.slice(Math.max(0, at - LONGEST_NAME), at)) ?? []
  // Letters, and a number behind them: a token is not written so.
  const [behind] = /^[a-z_-]+\d{0,2}(?="\s*:)/.exec(folded.slice(at, at + LONGEST_NAME)) ?? []
  return begun !== undefined && behind !== undefined && !`${begun}${behind}`.includes(whole)
}

/** `access`, where that is a secret, in the name of a field or a parameter: `Access-Control-Allow-Origin: *`, `?access_token=`. */
export function isOfLongerName(
  folded: string,
  { start, end, form }: { readonly start: number; readonly end: number; readonly form: Form },
): boolean {
  // A token of letters is longer than a word.
  if (form.isEncoded || !/^[a-z]{1,14}$/.test(form.whole)) return false
  const [before = ''] = /[a-z_-]*$/.exec(folded.slice(Math.max(0, start - LONGEST_NAME), start)) ?? []
  const [, behind = ''] = /^([a-z_-]*)(?:"?\s*:|=)/.exec(folded.slice(end, end + LONGEST_NAME)) ?? []
  const isLonger = /[_-]$/.test(before) || /^[_-]/.test(behind)
  return isLonger && /(?:^|[\n?&"])$/.test(folded.slice(0, start - before.length).slice(-1))
}
