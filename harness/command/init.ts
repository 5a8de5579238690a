import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type ExitCode, makeFolder } from '../../server/internal.ts'
import { readSessionUser } from '../credentials/session-user.ts'
import { skeletonOfProject, skeletonOfServer, variablesOf } from '../credentials/skeleton.ts'
import { printTypeScript } from '../credentials/typescript-skeleton.ts'
import { printYaml } from '../credentials/yaml-skeleton.ts'
import { HarnessError } from '../model/failure.ts'
import type { RequestSample, Route } from '../model/route.ts'
import { learnGuards } from '../setup/learn-guards.ts'
import { routesOfSubject, type Subject } from '../setup/subject.ts'
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
    program = 'svc test-auth',
    stderr,
  }: Pick<TestWorld, 'root' | 'subject' | 'program' | 'stderr'>,
  timeout = 10_000,
): Promise<ExitCode> {
  const { subject, remarks } = await learnGuards({ subject: given, fixtures: {}, timeout, dry: false })
  for (const { message } of remarks) stderr(`${message}\n`)
  const isRemote = subject.kind === 'remote'
  const file = isRemote ? join(root, 'auth.yaml') : join(root, 'fixtures', 'auth.fixtures.ts')
  const name = relative(process.cwd(), file)
  if (existsSync(file)) throw new HarnessError('SVC_FIXTURES_EXIST', `${name} exists; --init does not overwrite it`)
  const skeleton = isRemote
    ? skeletonOfServer(subject.routes, subject.logins)
    : skeletonOfProject(await sampledRoutesOf(subject), readSessionUser(root))
  makeFolder(dirname(file))
  writeFileSync(file, isRemote ? printYaml(skeleton) : printTypeScript(skeleton))
  const next = isRemote ? `${program} --url ${subject.origin} --fixtures ${name}` : 'svc test-auth'
  const variables = variablesOf(skeleton)
  const set = variables.length === 0 ? '' : `set ${variables.join(', ')} (.env is read too), `
  stderr(`${name}  written; ${set}then ${next}\n`)
  return 0
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
