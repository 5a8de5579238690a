/** The operations of a storage that are used here: on single keys, not on lists of them. */
export interface KeyedStorage {
  hasItem(key: string): Promise<boolean>
  getItem(key: string): Promise<unknown>
  /** @param options `ttl` in seconds */
  setItem(key: string, value: number, options?: { readonly ttl?: number }): Promise<void>
}

/**
 * A storage for revocations: one of `unstorage`, or an object with these methods. Its types are not those of `unstorage`,
 * which import a hundred packages that an application does not have.
 */
export interface RevocationStorage extends KeyedStorage {
  /** Lists keys by their beginning, and removes one: what has expired is swept. Not called for drivers with lifetimes. */
  getKeys?(prefix: string): Promise<readonly string[]>
  removeItem?(key: string): Promise<void>
  /** The driver behind a key: its name shows whether processes share it. */
  getMount?(key: string): { readonly driver?: { readonly name?: string | undefined } | undefined }
}
