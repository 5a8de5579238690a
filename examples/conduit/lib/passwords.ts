import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** `salt.hash`, for the database. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password, salt, 32)).toString('base64url')}`
}

/** Its password is tried for addresses that do not exist, so that the time taken does not show which do. */
const unknown = await hashPassword(randomBytes(16).toString('hex'))

export async function isPassword(password: string, kept: string = unknown): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split('.')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), 32)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && kept !== unknown
}
