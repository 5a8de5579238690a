import { join, relative } from 'node:path'
import type { ExitCode } from '../../server/internal.ts'
import { writeSkeleton, type Written } from '../credentials/skeleton.ts'
import { writeYamlSkeleton } from '../credentials/yaml-skeleton.ts'
import type { RequestSample } from '../model/route.ts'
import { routesOfSubject, type Subject } from '../setup/subject.ts'
import { readServedDocument } from '../subject/documented.ts'
import { readSamples } from '../targets/document.ts'
import type { TestWorld } from './world.ts'

/** `--init`: writes a skeleton of the fixtures, for a server of another kind in YAML. */
export async function writeFixtures({
  root,
  subject,
  stderr,
}: Pick<TestWorld, 'root' | 'subject' | 'stderr'>): Promise<ExitCode> {
  const { name, variables } = await write(root, subject)
  const next = subject.kind === 'remote' ? `svc test-auth --url ${subject.origin} --fixtures ${name}` : 'svc test-auth'
  const set = variables.length === 0 ? '' : `set ${variables.join(', ')} (.env is read too), `
  stderr(`${name}  written; ${set}then ${next}\n`)
  return 0
}

async function write(root: string, subject: Subject): Promise<Written> {
  const routes = routesOfSubject(subject)
  if (subject.kind === 'remote') {
    const file = relative(process.cwd(), join(root, 'auth.yaml'))
    return writeYamlSkeleton(file, routes, subject.logins ?? {})
  }
  const document = await readServedDocument(subject.api, subject.base)
  const documented = document === undefined ? new Map<string, RequestSample>() : readSamples(document.json)
  const samples = routes.flatMap(({ key, method, base, path }) => {
    const sample = documented.get(`${method} ${base}${path}`)
    return sample === undefined ? [] : [[key, sample] as const]
  })
  return writeSkeleton(root, { routes, samples: new Map(samples) })
}
