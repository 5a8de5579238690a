import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Missing, runStep } from './machine.ts'
import type { Target } from './targets.ts'

/** Where things are kept from run to run, and where named sources are. */
export interface Folders {
  readonly cache: string
  /** Checkouts or bare repositories, by the name of the repository, or `OWNER+NAME/repo`. */
  readonly sources: string | undefined
  readonly log: string
}

/** A fresh copy of the pinned commit, in a folder of its own. @returns the folder */
export function takeSource(target: Target, { cache, sources, log }: Folders): string {
  const folder = join(cache, 'work', target.folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(cache, 'work'), { recursive: true })
  checkOut(target.source, folder)
  for (const [name, source] of Object.entries(target.beside ?? {})) checkOut(source, join(folder, name))
  return folder

  function checkOut({ repository, commit }: Target['source'], into: string): void {
    const name = basename(repository)
    const owner = basename(repository.slice(0, -name.length - 1))
    const named =
      sources === undefined ? [] : [`${owner}+${name}/repo`, `${name}.git`, name].map((one) => join(sources, one))
    const from = named.find((one) => existsSync(one)) ?? fetchOnce(repository, commit, `${owner}+${name}`)
    runStep(['git', 'clone', '--quiet', '--no-checkout', from, into], { log })
    runStep(['git', 'checkout', '--quiet', commit], { cwd: into, log })
  }

  function fetchOnce(repository: string, commit: string, name: string): string {
    const kept = join(cache, 'sources', name)
    if (existsSync(kept)) return kept
    runStep(['git', 'clone', '--quiet', '--bare', repository, kept], { log })
    runStep(['git', 'cat-file', '-e', commit], { cwd: kept, log })
    return kept
  }
}

/** A virtual environment with the packages of the target, made once. @returns its interpreter */
export function installPython(target: Target, folder: string, { cache, log }: Folders): string | undefined {
  const { python } = target
  if (python === undefined) return undefined
  const own = python.requirements
  const wanted = typeof own === 'string' ? readFileSync(join(folder, own), 'utf8') : own.join('\n')
  const key = createHash('sha256')
    .update(`${process.env['PYTHON'] ?? ''}\n${wanted}`)
    .digest('hex')
    .slice(0, 12)
  const environment = join(cache, 'python', `${target.folder}-${key}`)
  const interpreter = join(environment, 'bin/python')
  if (!existsSync(join(environment, 'done'))) {
    rmSync(environment, { recursive: true, force: true })
    runStep([process.env['PYTHON'] ?? 'python3', '-m', 'venv', environment], { log })
    const list = join(environment, 'requirements.txt')
    writeFileSync(list, `${wanted}\n`)
    runStep([interpreter, '-m', 'pip', 'install', '--quiet', '--requirement', list], { log })
    writeFileSync(join(environment, 'done'), '')
  }
  const version = runStep([interpreter, '-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { log }).trim()
  if (python.before !== undefined && !isOlder(version, python.before))
    throw new Missing(`Python before ${python.before} is needed, and this is ${version}: name one in PYTHON`)
  if (isOlder(version, python.version)) adapt(target, folder, version)
  return interpreter
}

function adapt({ python, workingFolder = '.' }: Target, folder: string, version: string): void {
  if (python?.older === undefined) throw new Missing(`Python ${python?.version} is needed, and this is ${version}`)
  for (const [name, text, other] of python.older) {
    const file = join(folder, workingFolder, name)
    const source = readFileSync(file, 'utf8')
    if (!source.includes(text)) throw new Error(`${name} does not hold what is to be replaced for Python ${version}`)
    writeFileSync(file, source.replace(text, other))
  }
}

function isOlder(version: string, wanted: string): boolean {
  const [a = 0, b = 0] = version.split('.').map(Number)
  const [c = 0, d = 0] = wanted.split('.').map(Number)
  return a < c || (a === c && b < d)
}

/** The packages of a target of Node, installed once and linked into the copy. */
export function installNode({ node, folder: name }: Target, folder: string, { cache, log }: Folders): void {
  if (node === undefined) return
  const text = JSON.stringify({ private: true, dependencies: node.dependencies })
  const key = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const kept = join(cache, 'node', `${name}-${key}`)
  if (!existsSync(join(kept, 'done'))) {
    rmSync(kept, { recursive: true, force: true })
    mkdirSync(kept, { recursive: true })
    writeFileSync(join(kept, 'package.json'), text)
    const peers = node.legacyPeers ? ['--legacy-peer-deps'] : []
    runStep(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...peers], { cwd: kept, log })
    writeFileSync(join(kept, 'done'), '')
  }
  // A client is generated into it, so each run has one of its own.
  runStep(['cp', '-a', join(kept, 'node_modules'), folder], { log })
}
