import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ExitCode, makeFolder } from '../../server/internal.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { readSessionUser } from '../credentials/session-user.ts'
import { type FirstLogin, type Logouts, skeletonOfServer } from '../credentials/server-skeleton.ts'
import { type Skeleton, skeletonOfProject, variablesOf } from '../credentials/skeleton.ts'
import { printTypeScript } from '../credentials/typescript-skeleton.ts'
import { printYaml } from '../credentials/yaml-skeleton.ts'
import { HarnessError } from '../model/failure.ts'
import type { RequestSample, Route } from '../model/route.ts'
import { withAdministrator } from '../setup/administrator.ts'
import { describeFailedLogin } from '../setup/failed-login.ts'
import { findFirstLogin } from '../setup/first-login.ts'
import { withFailures } from '../setup/learn-failures.ts'
import { learnGuards } from '../setup/learn-guards.ts'
import { askLogouts } from '../setup/open-logouts.ts'
import { routesOfSubject, type Subject } from '../setup/subject.ts'
import { withTokenField } from '../setup/token-field.ts'
import { INIT_DEFAULTS, type InitOptions, nextCommand } from './next-command.ts'
import { readServedDocument } from '../subject/documented.ts'
import { readSamples } from '../targets/document.ts'
import type { TestWorld } from './world.ts'

/**
 * `--init`: writes a skeleton of the fixtures, for a server of another kind in YAML.
 *
 * @throws HarnessError where there are fixtures already
 */
export async function writeFixtures(
  {
    root,
    subject: given,
    address,
    program = 'svc test-auth',
    stderr,
    env = {},
  }: Pick<TestWorld, 'root' | 'subject' | 'address' | 'program' | 'stderr'> & Partial<Pick<TestWorld, 'env'>>,
  options: InitOptions = INIT_DEFAULTS,
): Promise<ExitCode> {
  const { timeout } = options
  const isRemote = given.kind === 'remote'
  const file = isRemote ? join(root, 'auth.yaml') : join(root, 'fixtures', 'auth.fixtures.ts')
  const name = relative(process.cwd(), file)
  if (existsSync(file)) throw new HarnessError('SVC_FIXTURES_EXIST', `${name} exists; --init does not overwrite it`)
  const { skeleton, first, logouts } =
    given.kind === 'remote'
      ? await skeletonByAnswers(given, { env, timeout, stderr })
      : { skeleton: skeletonOfProject(await sampledRoutesOf(given), readSessionUser(root)) }
  makeFolder(dirname(file))
  writeFileSync(file, isRemote ? printYaml(skeleton, first, logouts) : printTypeScript(skeleton))
  const asked = given.kind === 'local' ? undefined : (address ?? { url: given.origin })
  const next = nextCommand(options, { program, address: asked, fixtures: isRemote ? name : undefined })
  const missing = variablesOf(skeleton).filter((variable) => (env[variable] ?? '') === '')
  const set = missing.length === 0 ? '' : `set ${missing.join(', ')} (.env is read too), `
  stderr(`${name}  written; ${set}then ${next}\n`)
  return 0
}

interface Written {
  readonly skeleton: Skeleton
  readonly first?: FirstLogin | undefined
  readonly logouts?: Logouts
}

/** The document, one answer of its login where a password is in the environment, and which operations refuse without a credential. */
async function skeletonByAnswers(
  given: Extract<Subject, { readonly kind: 'remote' }>,
  { env, timeout, stderr }: Pick<TestWorld, 'env' | 'stderr'> & { readonly timeout: number },
): Promise<Written> {
  const { subject, remarks } = await withFailures(given, { fixtures: {}, timeout, dry: false })
  const { origin, routes, logins = {}, failures } = subject
  const found = await findFirstLogin({ origin, failures, routes, timeout, env, tokenPath: Object.values(logins)[0] })
  const fixtures: FixtureFile = found === undefined ? {} : { login: found.login }
  const learned = await learnGuards({ subject, fixtures, timeout, dry: false })
  const guarded = routesOfSubject(learned.subject)
  const taken = found && subject.undeclared !== undefined ? withTokenField(found, guarded) : found
  const added = taken && (await withAdministrator(taken, { routes: guarded, origin, failures, timeout, env }))
  const first = added?.first
  for (const { message } of [...remarks, ...learned.remarks]) stderr(`${message}\n`)
  const failed = describeFailedLogin(first, env)
  if (failed !== undefined) stderr(`${failed}\n`)
  for (const remark of added?.remarks ?? []) stderr(`${remark}\n`)
  const logouts = await askLogouts(guarded, { origin, timeout, failures })
  return { skeleton: skeletonOfServer(guarded, logins, first, logouts), first, logouts }
}

/** The routes of an application, with the requests of its document. */
async function sampledRoutesOf(subject: Extract<Subject, { readonly kind: 'local' }>): Promise<readonly Route[]> {
  const document = await readServedDocument(subject.api, subject.base)
  const documented = document === undefined ? new Map<string, RequestSample>() : readSamples(document.json)
  return routesOfSubject(subject).map((route) => {
    const sample = documented.get(`${route.method} ${route.base}${route.path}`)
    return sample === undefined ? route : { ...route, sample }
  })
}
