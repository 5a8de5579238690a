import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export interface Person {
  readonly name: string
  /** The role in which someone works today. */
  readonly role: string
  readonly team: string
  readonly roles: readonly string[]
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly isGone: boolean
  readonly isOnDuty: boolean
}

interface Details {
  readonly team: string
  readonly roles: readonly string[]
  readonly isGone?: boolean
  readonly isOnDuty?: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** Stands for the table of the people who work here. */
class People {
  readonly #rows = new Map<string, Row>()
  readonly #stranger = this.#row('', randomBytes(16).toString('hex'), { team: '', roles: [] })

  add(name: string, password: string, details: Details): this {
    this.#rows.set(name, this.#row(name, password, details))
    return this
  }

  async find(name: string): Promise<Person | undefined> {
    const row = this.#rows.get(name)
    if (row === undefined || row.isGone) return undefined
    return { name: row.name, role: row.role, team: row.team, roles: row.roles }
  }

  /** Whether the person works in this hour. */
  async isOnDuty(name: string): Promise<boolean> {
    return this.#rows.get(name)?.isOnDuty ?? false
  }

  /** Whether the person has a contract. */
  async isEmployed(name: string): Promise<boolean> {
    return this.#rows.get(name)?.isGone === false
  }

  async isPasswordOf(name: string, password: string): Promise<boolean> {
    const { salt, hash } = this.#rows.get(name) ?? this.#stranger
    const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
    return isRight && this.#rows.has(name)
  }

  #row(name: string, password: string, { team, roles, isGone = false, isOnDuty = true }: Details): Row {
    const salt = randomBytes(16)
    return { name, role: roles[0] ?? '', roles, team, salt, hash: derive(password, salt, 32), isGone, isOnDuty }
  }
}

export const people = new People()
  .add('ida', process.env['IDA_PASSWORD'] ?? 'ida-tarmac-olive-31', { team: 'blue', roles: ['ramp'] })
  .add('jon', process.env['JON_PASSWORD'] ?? 'jon-wheel-lilac-74', { team: 'blue', roles: ['ramp'] })
  .add('kim', process.env['KIM_PASSWORD'] ?? 'kim-chock-ruby-12', { team: 'red', roles: ['ramp', 'dispatcher'] })
  .add('lea', process.env['LEA_PASSWORD'] ?? 'lea-radar-peach-58', { team: 'red', roles: ['controller'] })
  .add('otto', process.env['OTTO_PASSWORD'] ?? 'otto-tower-khaki-9', {
    team: 'red',
    roles: ['controller'],
    isOnDuty: false,
  })
  .add('sol', process.env['SOL_PASSWORD'] ?? 'sol-beacon-coral-66', { team: 'red', roles: ['supervisor'] })
  .add('uwe', process.env['UWE_PASSWORD'] ?? 'uwe-hangar-slate-40', {
    team: 'blue',
    roles: ['supervisor'],
    isGone: true,
  })
