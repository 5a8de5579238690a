/** Removes the test data that {@link Seed} made. */
export type Unseed = () => Promise<void> | void
/** Makes test data; may return the function that removes them. */
export type Seed = () => Promise<Unseed | void> | Unseed | void
