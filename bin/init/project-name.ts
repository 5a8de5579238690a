import { basename } from 'node:path'
import { CommandError } from '../command.ts'
import { EXIT } from '../../server/base/exit-codes.ts'

/** A name that npm takes: the folder's own, as far as it can be one. npm installs no package into one of the same name. */
export function suggestName(root: string): string {
  const name = basename(root)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[-.]+$/g, '')
  if (name === 'svc') return 'my-svc'
  return name === '' || name === 'node_modules' ? 'my-api' : name
}

/** @throws {@link CommandError} for a name that npm refuses, or that is the package's own */
export function requireName(name: string): string {
  const fix =
    'Use lower-case letters, digits, "-", "_" and ".", after a scope such as "@acme/" if it has one; not "svc", which the project depends on.'
  const isName =
    /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name) &&
    name !== 'svc' &&
    name !== 'node_modules' &&
    name.length < 200
  if (!isName)
    throw new CommandError(
      'SVC_COMMAND_LINE',
      `--name ${JSON.stringify(name)}  is not a package name. ${fix}`,
      EXIT.usage,
    )
  return name
}
