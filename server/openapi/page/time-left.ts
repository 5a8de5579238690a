/** The longest unit of which two are left is the one that is counted: a person sees it move. */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** `until 14:05 (12 min left)`, with the day where that is another one; `ended 14:05`. */
export function formatEnd(end: number, now: number): string {
  const date = new Date(end)
  const isToday = date.toDateString() === new Date(now).toDateString()
  const text = isToday
    ? date.toLocaleTimeString([], { timeStyle: 'short' })
    : date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
  if (end <= now) return `ended ${text}`
  const left = Math.ceil((end - now) / 1_000) * 1_000
  const [unit, length] = UNITS.find(([, one]) => left >= 2 * one) ?? ['s', 1_000]
  return `until ${text} (${Math.floor(left / length)} ${unit} left)`
}

const updates = new WeakMap<Element, () => void>()
const TIMED = 'svc-timed'

/** Has an element updated with the time, for as long as it is on the page. */
export function followTime(element: Element, update: () => void): void {
  updates.set(element, update)
  element.classList.add(TIMED)
}

/** Begins to count down, for the whole page. */
export function startTime(): void {
  setInterval(() => {
    for (const element of document.getElementsByClassName(TIMED)) updates.get(element)?.()
  }, 1_000)
}
