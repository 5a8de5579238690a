import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ENVIRONMENT = fileURLToPath(new URL('.work/python', import.meta.url))
const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url))
/** Milliseconds for an installation. */
const INSTALL_LIMIT = 300_000

/** The first Python that has every module: the caller's, the system's, that of the virtual environment here. */
export function findPython(modules: readonly string[]): string | undefined {
  const program = `import importlib.util, sys; sys.exit(any(not importlib.util.find_spec(m) for m in ${JSON.stringify(modules)}))`
  return [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3', join(ENVIRONMENT, 'bin/python')].find(
    (python) => spawnSync(python, ['-c', program], { stdio: 'ignore', timeout: 30_000 }).status === 0,
  )
}

/** Makes the virtual environment with the packages of all servers, from PyPI. Gives the reason where that cannot be done. */
export function installPython(): string | undefined {
  const commands: readonly (readonly [string, ...string[]])[] = [
    [process.env['PYTHON'] ?? 'python3', '-m', 'venv', ENVIRONMENT],
    [join(ENVIRONMENT, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--requirement', REQUIREMENTS],
  ]
  for (const [program, ...argv] of commands) {
    const { status, stderr, error } = spawnSync(program, argv, { encoding: 'utf8', timeout: INSTALL_LIMIT })
    if (status !== 0) return (error?.message ?? stderr).trim().split('\n').at(-1) ?? `${program} failed`
  }
  return undefined
}
