import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** Where no other user can put a program. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/svc/', import.meta.url))
/** Unpacks into the folder for temporary files, with the libraries, as it does where it believes that it runs on Lambda. */
const UNPACK = `import(process.argv[1]).then(({ default: chromium }) => chromium.executablePath())`

/**
 * Starts the Chromium without windows that npm brought: it takes a quarter less processor time than a whole Chromium.
 * `undefined` on other systems than Linux x64, and where it does not start.
 */
export async function launchHeadlessShell(flags: readonly string[]): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await unpack()
  const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
  const libraries = [join(folder, 'al2023', 'lib'), LD_LIBRARY_PATH].filter((path) => path !== undefined)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LD_LIBRARY_PATH: libraries.join(':'),
    FONTCONFIG_PATH: FONTCONFIG_PATH ?? join(folder, 'fonts'),
  }
  // The package's own arguments switch web security off, which is what these tests are about.
  const args = [...flags, '--no-zygote', '--headless=shell']
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env }).catch(() => undefined)
}

/** Unpacks it once for all processes: under another name first, since several may begin at the same time. */
async function unpack(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const kept = join(CACHE, `headless-shell-${versionOf(main)}`)
  if (existsSync(kept)) return kept
  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(`${kept}-`)
  const env = { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  await promisify(execFile)(process.execPath, ['-e', UNPACK, pathToFileURL(main).href], { env })
  writeFileSync(join(fresh, 'fonts', 'fonts.conf'), formatFontsConfiguration(kept))
  try {
    renameSync(fresh, kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
    rmSync(fresh, { recursive: true })
  }
  return kept
}

/** Its own configuration names folders of Lambda and /tmp/fonts: without fonts every text is zero pixels wide, and hidden. */
function formatFontsConfiguration(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `  <dir>${join(folder, 'fonts', 'fonts')}</dir>`,
    `  <cachedir>${join(folder, 'fonts', 'cache')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

/** The package does not export its package.json. */
function versionOf(main: string): string {
  let folder = dirname(main)
  for (;;) {
    const file = join(folder, 'package.json')
    const { version } = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as {
      readonly version?: string
    }
    if (version !== undefined) return version
    if (dirname(folder) === folder) throw new Error(`no version of ${main}`)
    folder = dirname(folder)
  }
}
