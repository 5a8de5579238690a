/** Milliseconds to wait for an answer where nothing else is said. */
export const DEFAULT_TIMEOUT = 5_000
