import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HarnessError } from '../model/failure.ts'
import type { Fixtures, MailSource } from '../model/fixtures.ts'
import type { FixtureFile } from './define.ts'
import type { TextSource } from './resolve-text.ts'
import { SecretTexts } from './secret-texts.ts'
import type { ThrowawaySteps } from './user-logins.ts'

/** The requests of users who do not exist yet, as the fixtures are written: in those that are resolved the login is that of each user. */
export function resolveThrowaway({
  throwaway,
  fixtures,
  source,
}: {
  readonly throwaway?: (ThrowawaySteps & { readonly authenticator: string }) | undefined
  readonly fixtures: FixtureFile
  readonly source: TextSource
}): Pick<Fixtures, 'throwaway'> {
  const take = fixtures.login?.take
  if (throwaway === undefined || take === undefined) return {}
  // Names and passwords have places here, which are not secret.
  const texts = new SecretTexts(source)
  const { approve, mail, confirm, ...known } = throwaway
  const login = texts.request(throwaway.login, 'login')
  const register = texts.request(throwaway.register, 'register')
  const agreed = approve && { as: approve.as, request: texts.request(approve.request, 'register.approve.request') }
  const more = {
    ...(agreed && { approve: agreed }),
    ...(mail === undefined ? {} : { mail: mailSource(mail, source.directory) }),
    ...(confirm && { confirm: texts.request(confirm, 'register.confirm') }),
  }
  return { throwaway: { ...known, ...more, login, register, take } }
}

/**
 * Where `register.mail` says that mails are read.
 *
 * @param directory that of the fixtures
 * @throws HarnessError for an address that does not say whose mails it gives, and for a file
 */
function mailSource(mail: string, directory: string): MailSource {
  if (/^https?:/i.test(mail)) {
    if (URL.canParse(mail.replaceAll('{mail}', '')) && mail.includes('{mail}')) return { url: mail }
    const example = 'http://127.0.0.1:8025/view/latest.txt?query=to:{mail}'
    throw new HarnessError(
      'SVC_FIXTURE_LOGIN',
      `register.mail: an address of a mail catcher has {mail} where it takes whose mails are asked for, as ${example} of Mailpit`,
    )
  }
  const folder = resolve(directory, mail)
  // A server may make it with the first mail.
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new HarnessError(
      'SVC_FIXTURE_LOGIN',
      `register.mail: ${folder} is a file; say the folder that mails are written to`,
    )
  return { folder }
}
