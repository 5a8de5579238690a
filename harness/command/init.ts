import { writeSkeleton } from '../credentials/skeleton.ts'
import type { ExitCode } from '../model/summary.ts'
import { routesOfSubject } from '../setup/setup.ts'
import type { TestWorld } from './world.ts'

/** `--init`: writes a skeleton of the fixtures. */
export function writeFixtures({ root, subject, stderr }: Pick<TestWorld, 'root' | 'subject' | 'stderr'>): ExitCode {
  stderr(`${writeSkeleton(root, routesOfSubject(subject))}  written; fill in where the secrets come from\n`)
  return 0
}
