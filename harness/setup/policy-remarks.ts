import type { FixtureFile } from '../credentials/define.ts'
import type { Remark } from '../model/remark.ts'
import type { Subject } from './subject.ts'

/** Parts of the policy that mean nothing where the subject is tested. */
export function policyRemarks({ policy = {} }: FixtureFile, kind: Subject['kind']): readonly Remark[] {
  const notice = (message: string): readonly Remark[] => [{ kind: 'notice', message }]
  if (kind === 'local')
    return policy.limits === undefined
      ? []
      : notice('policy.limits is for --url: the throttle of an application in this process is off while it is tested')
  return policy.undeclared === undefined
    ? []
    : notice(
        'policy.undeclared means nothing with --url: an operation of a document without security is public (OpenAPI)',
      )
}
