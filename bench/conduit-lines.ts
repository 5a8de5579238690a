/**
 * The table of lines of the RealWorld API in `docs/performance.md`: what is counted of each implementation.
 *
 *     node --conditions=source --import tsx bench/conduit-lines.ts [nitro=<folder>] [fastify=<folder>] [express=<folder>]
 *
 * `svc` is in this repository. The others are checked out by hand, at the commits that the page names.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Handlers, services, schemas and tables; neither tests, sample data, migrations nor what the specification does not ask for. */
const COUNTED: Readonly<Record<string, RegExp>> = {
  svc: /^(?:routes|lib)\/.*\.ts$|^svc\.config\.ts$/,
  nitro: /^(?:server|prisma)\/(?!.*(?:seed|\/v2\/|foo)).*\.(?:ts|prisma)$/,
  fastify: /^(?:index\.js|lib\/(?!.*sentiment).*\.js)$/,
  express: /^src\/(?!.*(?:test|seed|mock)).*\.(?:ts|prisma)$/,
}
/** The application in its repository. */
const FOLDERS: Readonly<Record<string, string>> = { nitro: 'apps/api' }
const SVC = fileURLToPath(new URL('../examples/conduit', import.meta.url))

/** Lines that hold more than a blank or a comment, of the files of an implementation that are counted. */
export function countConduit(name: string, folder: string): number {
  const root = join(folder, FOLDERS[name] ?? '')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const counted = files.filter((file) => COUNTED[name]?.test(file) === true && !file.includes('node_modules/'))
  return counted.reduce((sum, file) => sum + countSource(readFileSync(join(root, file), 'utf8')), 0)
}

/** The lines of the application that is in this repository. */
export function countOwnConduit(): number {
  return countConduit('svc', SVC)
}

function countSource(text: string): number {
  // A comment of several lines begins a line in all of these sources.
  const code = text.replaceAll(/^[ \t]*\/\*[^]*?\*\/.*$/gm, '')
  return code.split('\n').filter((line) => !/^\s*(?:$|\/\/)/.test(line)).length
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(`svc  ${countOwnConduit()}`)
  for (const given of process.argv.slice(2)) {
    const [name = '', folder = ''] = given.split('=', 2)
    console.log(`${name}  ${countConduit(name, folder)}`)
  }
}
