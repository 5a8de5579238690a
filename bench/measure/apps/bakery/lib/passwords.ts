import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Whether a text is the password that was kept. */
export type Kept = (password: string) => Promise<boolean>

export function keep(password: string): Kept {
  const salt = randomBytes(16)
  const hash = derive(password, salt, 32)
  return async (given) => timingSafeEqual(await derive(given, salt, 32), await hash)
}
