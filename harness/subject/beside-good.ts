/** A good credential that is given twice, or with something beside it: it is there, and some readers take it. */
const BESIDE =
  /\.(?:dup-|joined|two-spaces|tab$|padding|inner-space|url-safe|comma|after-good|junk-after|newline|name-encoded|nbsp|quoted|other-line)/

/** Whether the rows of this name bring a good credential in its own place, spelt as only some readers take it. */
export function isBesideGood(name: string): boolean {
  return BESIDE.test(name)
}
