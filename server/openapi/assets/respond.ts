import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HttpError } from '../../base/errors.ts'
import { bytesResponse } from '../../http/response.ts'
import { chooseCoding, type Coding } from '../negotiation.ts'
import { type AssetManifest, assetsFolder, readManifest } from './manifest.ts'

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
  const found = await (manifest ??= readManifest(assetsFolder()))
  if (found) return found
  manifest = undefined
  throw new HttpError(503, 'The reference page is not built. Run: npm run build')
}

/**
 * Answers with one file.
 *
 * @param path version and name, `b785df135571/page.js`
 * @throws {@link HttpError} 404 for a file that the manifest does not list: no other file can be named
 */
export async function respondWithAsset(path: string, headers: Headers): Promise<Response> {
  const { version, files } = await requireManifest()
  const name = path.slice(version.length + 1)
  if (!path.startsWith(`${version}/`) || !files.includes(name)) throw new HttpError(404)
  const coding = chooseCoding(headers.get('accept-encoding'))
  const body = await bytesOf(name, coding)
  return bytesResponse(body, [
    ['content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'],
    ...(coding === 'identity' ? [] : [['content-encoding', coding] as [string, string]]),
    ['content-length', String(body.length)],
    ['vary', 'accept-encoding'],
    ['cache-control', IMMUTABLE],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-resource-policy', 'same-origin'],
  ])
}

const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The bytes of a file of the manifest in a coding: read, and inflated, when they are asked for first. */
function bytesOf(name: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${coding} ${name}`
  const earlier = kept.get(key)
  if (earlier) return earlier
  const bytes = readBytes(name, coding)
  kept.set(key, bytes)
  bytes.catch(() => kept.delete(key))
  return bytes
}

async function readBytes(name: string, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity') {
    const { gunzip } = await import('node:zlib')
    return new Uint8Array(await promisify(gunzip)(await bytesOf(name, 'gzip')))
  }
  return new Uint8Array(await readFile(join(assetsFolder(), `${name}.${coding === 'br' ? 'br' : 'gz'}`)))
}
