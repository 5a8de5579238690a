import { join, relative } from 'node:path'
import { writeSkeleton } from '../credentials/skeleton.ts'
import { writeYamlSkeleton } from '../credentials/yaml-skeleton.ts'
import type { ExitCode } from '../model/summary.ts'
import { routesOfSubject } from '../setup/setup.ts'
import type { TestWorld } from './world.ts'

/** `--init`: writes a skeleton of the fixtures, for a server of another kind in YAML. */
export function writeFixtures({ root, subject, stderr }: Pick<TestWorld, 'root' | 'subject' | 'stderr'>): ExitCode {
  const routes = routesOfSubject(subject)
  const name =
    subject.kind === 'remote'
      ? writeYamlSkeleton(relative(process.cwd(), join(root, 'auth.yaml')), routes)
      : writeSkeleton(root, routes)
  const next = subject.kind === 'remote' ? `, then --fixtures ${name}` : ''
  stderr(`${name}  written; fill in where the secrets come from${next}\n`)
  return 0
}
