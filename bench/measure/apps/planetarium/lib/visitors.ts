import { scrypt, timingSafeEqual } from 'node:crypto'

export interface Visitor {
  readonly email: string
  readonly name: string
  /** Counts the logouts; a cookie of a former one is worth nothing. */
  generation: number
}

interface Row extends Visitor {
  readonly password: string
}

const row = (email: string, name: string, variable: string, password: string): [string, Row] => [
  email,
  { email, name, generation: 1, password: process.env[variable] ?? password },
]

// A table would hold the salted hashes; they are made here at the first login.
const rows = new Map<string, Row>([
  row('lotte@mail.example', 'Lotte', 'LOTTE_PASSWORD', 'lotte-saturn-ring-18'),
  row('milan@mail.example', 'Milan', 'MILAN_PASSWORD', 'milan-comet-tail-55'),
  row('vera@northstar.example', 'Vera', 'VERA_PASSWORD', 'vera-pole-light-90'),
  row('ines@star.example', 'Ines', 'INES_PASSWORD', 'ines-dome-desk-37'),
])

export const findVisitor = (email: string): Visitor | undefined => rows.get(email)

const derive = (text: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(text, `planetarium:${salt}`, 32, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** The same work for an address that is not known. */
export async function isPassword(email: string, password: string): Promise<boolean> {
  const found = rows.get(email)
  const [kept, given] = await Promise.all([derive(found?.password ?? '', email), derive(password, email)])
  return timingSafeEqual(kept, given) && found !== undefined
}
