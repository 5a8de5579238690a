import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HttpError } from '../../errors.ts'
import { chooseCoding } from '../negotiation.ts'
import { type AssetManifest, ASSETS, readManifest } from './manifest.ts'

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** A version's URL never changes its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

let manifest: Promise<AssetManifest | undefined> | undefined

/**
 * The manifest of this process's assets.
 *
 * @throws {@link HttpError} 503 where they were not built, which only happens in a checkout
 */
export async function requireManifest(): Promise<AssetManifest> {
  const found = await (manifest ??= readManifest())
  if (found) return found
  manifest = undefined
  throw new HttpError(503, 'The reference page is not built. Run: npm run build')
}

/**
 * Answers with one file.
 *
 * @param path version and name, `b785df135571/page/boot.js`
 * @throws {@link HttpError} 404 for a file that the manifest does not list: no other file can be named
 */
export async function respondWithAsset(path: string, headers: Headers): Promise<Response> {
  const { version, files } = await requireManifest()
  const name = path.slice(version.length + 1)
  if (!path.startsWith(`${version}/`) || !files.includes(name)) throw new HttpError(404)
  const coding = chooseCoding(headers.get('accept-encoding'))
  const stored = await readFile(join(ASSETS, `${name}.${coding === 'br' ? 'br' : 'gz'}`))
  const body = coding === 'identity' ? await promisify(gunzip)(stored) : stored
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      'content-length': String(body.length),
      vary: 'accept-encoding',
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  })
}
