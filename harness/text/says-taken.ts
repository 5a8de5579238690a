/** Words of an answer about a value that another record has. */
const TAKEN =
  /already (?:exists?|taken|in use|registered|used)|already been (?:taken|used|registered)|\bduplicate\b|\bmust be unique\b|unique constraint|is not unique/i

/**
 * Whether an answer says that there is such a record already: the request came as far as the data, so it was not refused for who
 * sent it.
 */
export function saysTaken({ status, text }: { readonly status: number; readonly text: string }): boolean {
  return status === 409 || ((status === 400 || status === 422) && TAKEN.test(text))
}
