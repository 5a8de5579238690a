import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { usesSessions } from '../model/description.ts'
import { formatFile } from '../base/errors.ts'
import { makeFolder } from '../base/make-folder.ts'
import { ensureIgnored } from '../files/git-ignore.ts'
import type { Loaded } from '../files/load.ts'
import { MIN_SECRET_LENGTH } from '../sessions/keys.ts'

const VARIABLE = 'SVC_SESSION_SECRET'

/**
 * Gives sessions a secret for development, where they are used and have none: kept in `.svc/`, so that a restart does not log
 * users out, and readable by its owner only. Where nothing can be kept, sessions end with the process.
 *
 * @returns the line to report, if a secret was made
 */
export function ensureSessionSecret(root: string, { operations, api }: Loaded): string | undefined {
  if (api.sessions.available || !operations.some(({ auth }) => usesSessions(auth.description))) return undefined
  const file = `${root}/.svc/session-secret`
  const kept = readSecret(file)
  const secret = kept ?? randomBytes(32).toString('base64url')
  process.env[VARIABLE] = secret
  const isKept = kept !== undefined || keepSecret(root, file, secret)
  const fate = isKept ? `kept in ${formatFile(file)}` : `lost when this ends: ${formatFile(file)} cannot be written`
  return `sessions use a secret made for development, ${fate}; SVC_SESSION_SECRET replaces it`
}

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    chmodSync(file, 0o600)
    return secret.length >= MIN_SECRET_LENGTH ? secret : undefined
  } catch {
    return undefined
  }
}

function keepSecret(root: string, file: string, secret: string): boolean {
  try {
    makeFolder(`${root}/.svc`)
    ensureIgnored(root)
    // Not written over: a file that others may read would keep its mode for as long as it takes to change it.
    rmSync(file, { force: true })
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch {
    return false
  }
}
