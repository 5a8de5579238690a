/** Milliseconds to wait for an answer where nothing else is said. */
export const DEFAULT_TIMEOUT = 5_000

/** Seconds that a search with `--crack` takes at most. */
export const CRACK_SECONDS = 300

/** Milliseconds after which it is another second. */
export const LATER_SECOND = 1_100
