import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The files that the build of the page's assets made. */
export interface AssetManifest {
  /** Hash of everything below; part of every asset's URL, so that a browser may keep them for ever. */
  readonly version: string
  /** Hash of what Scalar's part was made of. */
  readonly scalar: string
  /** Hash of what our part was made of. */
  readonly page: string
  /** Names of the files, relative to the version's folder. Each lies there twice: with `.br` and with `.gz` after it. */
  readonly files: readonly string[]
}

/** Where the build puts the assets, seen from the source and from the built package alike. */
export const ASSETS: string = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/server/openapi/assets/files/' : './files/', import.meta.url),
)

let served = ASSETS

/** Names another folder with the assets: a build brings them along. */
export function useAssets(folder: string): void {
  served = folder
}

/** Where the assets of this process lie. */
export function assetsFolder(): string {
  return served
}

/** The manifest in a folder of assets, `undefined` where none was built. */
export async function readManifest(folder: string = ASSETS): Promise<AssetManifest | undefined> {
  try {
    return JSON.parse(await readFile(`${folder}/manifest.json`, 'utf8')) as AssetManifest
  } catch {
    return undefined
  }
}
