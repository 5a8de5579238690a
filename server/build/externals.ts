import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isBuiltin } from 'node:module'
import type { Plugin } from 'vite'
import { formatFile, LoadError } from '../base/errors.ts'
import { findOwnPlace, MAY_ASK } from './own-files.ts'

/** Versions by name of package. */
export type ExternalPackages = Readonly<Record<string, string>>

interface PackageFile {
  readonly name?: string
  readonly version?: string
  readonly gypfile?: boolean
  readonly napi?: unknown
  readonly binary?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Packages that find or build a native add-on at run time: a package that uses one of them cannot be part of one file. */
const LOADERS = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'prebuild-install',
]

/** The packages that a bundle is made without. */
export interface Externals {
  readonly plugin: Plugin
  /** Once the bundle is made. */
  found(): ExternalPackages
  /**
   * Once the bundle is made.
   *
   * @throws {@link LoadError} `SVC_BUILD_PACKAGE` for packages that read files beside themselves, and would not find them
   */
  requireBundled(): void
}

/**
 * Leaves packages out of a bundle: those that are named, and native add-ons.
 *
 * @param own the folder of svc itself, whose files a build writes
 * @throws {@link LoadError} `SVC_BUILD_EXTERNAL` for a name that is not installed
 */
export function externals(root: string, names: readonly string[], own: string): Externals {
  const versions = new Map<string, string>()
  const unbundled = new Map<string, string>()
  for (const name of names) {
    const found = findPackage(join(root, 'node_modules', name, 'package.json')) ?? findAbove(root, name)
    if (found?.version === undefined) {
      const fix = 'Install it, or leave it out of --external.'
      throw new LoadError('SVC_BUILD_EXTERNAL', `--external ${name}  is not installed. ${fix}`)
    }
    versions.set(name, found.version)
  }
  const plugin: Plugin = {
    name: 'svc:externals',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (importer === undefined) return undefined
      const inner = BINARY.test(id) ? findPackageOf(importer) : undefined
      if (inner) {
        unbundled.set(inner.name, `${formatFile(importer)}  imports ${id}`)
        return { id, external: true }
      }
      if (!isBare(id)) return undefined
      const name = nameOf(id)
      if (names.includes(name)) return { id, external: true }
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
      // An optional package of a package, which is not there: its import fails where it is reached, as in Node.
      if (!resolved) return importer.includes('/node_modules/') ? { id, external: true } : undefined
      const file = resolved.external ? undefined : packageFileOf(resolved.id, name)
      if (!file?.version || !isNative(file, resolved.id)) return resolved
      versions.set(name, file.version)
      return { id, external: true }
    },
    transform: {
      filter: { id: /\/node_modules\//, code: MAY_ASK },
      handler: (code, id) => {
        const owner = id.startsWith(own) ? undefined : findPackageOf(id)
        const place = owner && findOwnPlace(code)
        if (place && (place.isAtLoad || hasBinary(owner.folder)) && !unbundled.has(owner.name))
          unbundled.set(owner.name, `${formatFile(id)}:${place.line}  looks for files beside itself`)
        return undefined
      },
    },
  }
  const found = (): ExternalPackages => Object.fromEntries([...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const requireBundled = (): void => {
    const [place] = unbundled.values()
    if (place === undefined) return
    const all = [...unbundled.keys()].toSorted()
    const options = [...names, ...all].map((name) => `--external ${name}`).join(' ')
    const fix = `Give ${options}; npm install --omit=dev in the folder of the build installs it.`
    throw new LoadError('SVC_BUILD_PACKAGE', `${place}, which a bundle does not hold. ${fix}`)
  }
  return { plugin, found, requireBundled }
}

/** Files that cannot be part of a JavaScript file. */
const BINARY = /\.(?:node|wasm)$/

/** The package that a file belongs to. */
export function findPackageOf(file: string): { readonly name: string; readonly folder: string } | undefined {
  const [folder, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/@][^/]*)(?=\/)/.exec(file) ?? []
  return folder !== undefined && name !== undefined ? { name, folder } : undefined
}

function hasBinary(folder: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => BINARY.test(name))
}

function isBare(id: string): boolean {
  return /^[@a-z0-9]/i.test(id) && !/^[a-z]+:/i.test(id) && !isBuiltin(id)
}

function nameOf(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

function packageFileOf(file: string, name: string): PackageFile | undefined {
  const end = file.lastIndexOf(`/node_modules/${name}/`)
  return end < 0 ? undefined : findPackage(`${file.slice(0, end)}/node_modules/${name}/package.json`)
}

function isNative(file: PackageFile, id: string): boolean {
  if (id.endsWith('.node') || file.gypfile || file.napi !== undefined || file.binary !== undefined) return true
  return LOADERS.some((loader) => file.dependencies?.[loader] !== undefined)
}

function findAbove(root: string, name: string): PackageFile | undefined {
  const above = dirname(root)
  return above === root
    ? undefined
    : (findPackage(join(above, 'node_modules', name, 'package.json')) ?? findAbove(above, name))
}

function findPackage(file: string): PackageFile | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : undefined
}
