/**
 * Bundles what runs into a few files below dist/run/: to find, read and link a module costs Node half a millisecond, and
 * a run of the program needs four hundred. The entry points share their chunks, so that the application gets the very
 * modules that the program runs on. What tsc wrote stays for declarations, and for `svc build`, which takes single
 * modules into its own bundle.
 */

import { rmSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/').replace(/\/$/, '')
const CHUNKS = 'run/chunks'

/** Sources by names of files below dist/. */
const ENTRIES = {
  'bin/svc': `${ROOT}/bin/svc.ts`,
  'run/index': `${ROOT}/server/index.ts`,
  'run/security': `${ROOT}/server/auth/index.ts`,
  'run/testing': `${ROOT}/bin/testing.ts`,
}

/** The package imports itself by these names, as its users do. */
const DOORS = {
  svc: ENTRIES['run/index'],
  'svc/security': ENTRIES['run/security'],
  'svc/testing': ENTRIES['run/testing'],
}

rmSync(`${ROOT}/dist/run`, { recursive: true, force: true })
await build({
  root: ROOT,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [sources()],
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ENTRIES,
      treeshake: false,
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: `${CHUNKS}/[name].js`,
        // The sources are in the package.
        sourcemapExcludeSources: true,
        keepNames: true,
        comments: false,
        // Its default takes away what it holds for pure: `try { decodeURIComponent(path) } catch { … }` is a check of ours.
        minify: false,
      },
    },
  },
})

/** A module that asks where it lies still means its own place, from where it finds the files beside it. */
function sources() {
  return {
    name: 'svc:sources',
    enforce: 'pre',
    resolveId: (id) => DOORS[id],
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler: (code, id) => {
        const file = relative(ROOT, id).replace(/\.ts$/, '.js')
        const place = relative(CHUNKS, file)
        return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`), map: null }
      },
    },
  }
}
