import { knownText } from '../subject/leaf-subject.ts'
import { askAboutLife } from '../text/token-life.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { Fixtures } from '../model/fixtures.ts'
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

/** Tokens that a login of an application in this process gives, and that are good for long: of others the stage asks. */
export function lifeRemarks({ valid }: Pick<Fixtures, 'valid'>, kind: Subject['kind']): readonly Remark[] {
  if (kind === 'remote') return []
  return Object.entries(valid).flatMap(([name, credentials]): readonly Remark[] => {
    const taken = credentials.filter(({ login, origin }) => login !== undefined || origin === 'login')
    const questions = taken.flatMap((one) => askAboutLife(one.user, knownText(one) ?? '') ?? [])
    return questions.slice(0, 1).map((message) => ({ kind: 'question', message, about: `life of ${name}` }))
  })
}
