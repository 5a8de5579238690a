import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { captureProgram } from '../../fixtures/captured.ts'

describe('svc init', () => {
  let sample: SampleFolder

  afterEach(() => sample.dispose())

  it('leaves nothing where npm cannot pack', async () => {
    sample = createSample({})
    const { PATH, npm_execpath: npm } = process.env
    delete process.env['npm_execpath']
    process.env['PATH'] = sample.root
    try {
      const { exitCode, stderr } = await run('init', `${sample.root}/pets`, '--yes')
      expect(stderr).to.match(/^error: npm could not pack svc: spawn npm ENOENT\. Check that npm --version works\./m)
      expect(exitCode).to.equal(2)
      expect(listFiles(sample.root)).to.deep.equal([])
    } finally {
      process.env['PATH'] = PATH
      if (npm !== undefined) process.env['npm_execpath'] = npm
    }
  })

  it('makes a project of a new folder, with secrets that git ignores', async () => {
    sample = createSample({})
    const { exitCode, stderr } = await run('init', `${sample.root}/pets`, '--yes')
    const files = listFiles(`${sample.root}/pets`)
    expect(sample.strip(stderr)).to.equal(
      `pets  npm packs svc into vendor/, which takes some seconds\npets  ${files.length} files written. Next:\n  cd pets\n  npm install\n  npm run dev\n`,
    )
    expect(exitCode).to.equal(0)
    expect(files).to.deep.equal([
      '.dockerignore',
      '.env',
      '.env.example',
      '.github/workflows/test.yml',
      '.gitignore',
      '.svc/types.ts',
      'Dockerfile',
      'README.md',
      'fixtures/auth.fixtures.ts',
      'lib/api-token.ts',
      'lib/env.ts',
      'lib/notes.ts',
      'lib/users.ts',
      'package.json',
      'routes/admin/_auth.ts',
      'routes/admin/users.ts',
      'routes/export.ts',
      'routes/hello.ts',
      'routes/login.ts',
      'routes/logout.ts',
      'routes/me.ts',
      'routes/notes.ts',
      'routes/notes/[id].ts',
      'svc.config.ts',
      'svc.routes.lock',
      'tsconfig.json',
      'vendor/svc-0.1.0.tgz',
    ])
    const read = (file: string): string => readFileSync(`${sample.root}/pets/${file}`, 'utf8')
    const random = '[\\w-]{32}'
    expect(read('.env')).to.match(
      new RegExp(
        `^API_TOKEN=${random}\nANN_PASSWORD=${random}\nROOT_PASSWORD=${random}\nSVC_SESSION_SECRET=${random}\n$`,
      ),
    )
    expect(statSync(`${sample.root}/pets/.env`).mode & 0o077).to.equal(0)
    expect(read('.env.example')).not.to.match(/=\S*\w{20}/)
    expect(read('.gitignore').split('\n')).to.include.members(['.env', 'node_modules/'])
    expect(JSON.parse(read('package.json'))).to.deep.include({ name: 'pets', type: 'module', private: true })
    const vendored = `${sample.root}/pets/vendor/svc-0.1.0.tgz`
    const manifest = execFileSync('tar', ['-xzOf', vendored, 'package/package.json'], { encoding: 'utf8' })
    expect(JSON.parse(manifest))
      .to.include.keys('exports', 'dependencies')
      .and.not.have.any.keys('scripts', 'devDependencies')
  })

  it('refuses a folder that the system does not let it make', async function denied() {
    sample = createSample({})
    if (!existsSync('/proc/version')) this.skip()
    expect(await run('init', '/proc/pets/api', '--yes')).to.deep.equal({
      exitCode: 2,
      stderr:
        'error: /proc/pets  cannot be written (ENOENT). Name a folder that can be written.\n  svc explain SVC_INIT_FOLDER\n',
    })
  })

  const refused: readonly {
    readonly name: string
    readonly argv: readonly string[]
    readonly says: string
    readonly code: string
  }[] = [
    {
      name: 'a folder with files',
      argv: ['init', 'full'],
      says: 'full  is not empty: it has package.json. svc init does not overwrite: name a new or empty folder, such as svc init my-api.',
      code: 'SVC_INIT_FOLDER',
    },
    {
      name: 'a file',
      argv: ['init', 'file'],
      says: 'file  is not a directory. Name a new or empty folder.',
      code: 'SVC_INIT_FOLDER',
    },
    {
      name: 'a path of Windows elsewhere',
      argv: ['init', 'C:\\pets'],
      says: 'C:\\pets  has a backslash in its path, which no project can have. Separate folders with "/".',
      code: 'SVC_INIT_FOLDER',
    },
    {
      name: 'a kind that it does not know',
      argv: ['init', 'new', '--auth', 'saml'],
      says: '--auth takes bearer, key, session, jwt, oidc, separated by commas; got "saml".',
      code: 'SVC_COMMAND_LINE',
    },
    {
      name: 'a name that npm refuses',
      argv: ['init', 'new', '--name', 'My API'],
      says: '--name "My API"  is not a package name. Use lower-case letters, digits, "-", "_" and ".", after a scope such as "@acme/" if it has one; not "svc", which the project depends on.',
      code: 'SVC_COMMAND_LINE',
    },
  ]
  for (const { name, argv, says, code } of refused) {
    it(`refuses ${name}, and writes nothing`, async () => {
      sample = createSample({ full: { 'package.json': '{}' }, file: '' })
      const [command = '', folder = '', ...options] = argv
      const { exitCode, stderr } = await run(command, `${sample.root}/${folder}`, '--yes', ...options)
      expect({ exitCode, stderr: sample.strip(stderr) }).to.deep.equal({
        exitCode: 2,
        stderr: `error: ${says}\n  svc explain ${code}\n`,
      })
      expect(listFiles(sample.root)).to.deep.equal(['file', 'full/package.json'])
    })
  }
})

function listFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(root.length + 1))
    .toSorted()
}

async function run(...argv: readonly string[]): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  const { exitCode, stderr } = await captureProgram(argv)
  return { exitCode, stderr }
}
