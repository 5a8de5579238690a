import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A piece of code, and the variables that it is run with. */
export interface Code {
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
}

const run = promisify(execFile)

/** One process for many pieces: each starts for longer than it runs. */
const RUNNERS: Readonly<
  Record<string, { readonly command: readonly string[]; readonly program: string; readonly file: string }>
> = {
  curl: {
    command: ['bash', 'run.sh'],
    file: 'run.sh',
    // A shell can read no JSON: the pieces are files, and so are their variables.
    program: 'for piece in *.piece; do ( . "./$piece.environment"; . "./$piece" ) >/dev/null 2>&1; done',
  },
  'JavaScript (fetch)': {
    command: [process.execPath, 'run.mjs'],
    file: 'run.mjs',
    program: `import { readFileSync } from 'node:fs'
console.log = () => undefined
for (const { name, environment } of JSON.parse(readFileSync('pieces.json', 'utf8'))) {
  Object.assign(process.env, environment)
  await import('./' + name + '.mjs').catch((error) => console.error(name, error))
}`,
  },
  Python: {
    command: ['python3', 'run.py'],
    file: 'run.py',
    program: `import json, os, sys
sys.stdout = open(os.devnull, 'w')
for piece in json.load(open('pieces.json')):
    os.environ.update(piece['environment'])
    try:
        exec(compile(open(piece['name'], encoding='utf-8').read(), piece['name'], 'exec'), {})
    except Exception as error:
        print(piece['name'], repr(error), file=sys.stderr)
`,
  },
}

/** Runs pieces one after the other, as they were copied. @returns what went wrong, as the programs said it */
export async function runCode(language: string, pieces: readonly Code[]): Promise<string> {
  const runner = RUNNERS[language] ?? RUNNERS['Python']
  if (!runner) throw new Error(`no way to run ${language}`)
  const folder = mkdtempSync(join(tmpdir(), 'svc-code-'))
  try {
    const named = pieces.map(({ text, environment }, index) => {
      const name = `${String(index).padStart(3, '0')}.piece`
      for (const end of ['', '.mjs']) writeFileSync(join(folder, name + end), text)
      const exports = Object.entries(environment).map(
        ([key, value]) => `export ${key}='${value.replaceAll("'", `'\\''`)}'\n`,
      )
      writeFileSync(join(folder, `${name}.environment`), exports.join(''))
      return { name, environment }
    })
    writeFileSync(join(folder, 'pieces.json'), JSON.stringify(named))
    writeFileSync(join(folder, runner.file), runner.program)
    const [command = '', ...args] = runner.command
    const { stderr } = await run(command, args, { cwd: folder })
    return stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether Python is there with a package. */
export async function hasPython(module: string): Promise<boolean> {
  return run('python3', ['-c', `import ${module}`]).then(
    () => true,
    () => false,
  )
}
