import { jwt } from 'svc/identity'

export interface Driver {
  readonly name: string
  readonly depot: string
  readonly isSupervisor: boolean
}

/** Who drives for the saltworks, by the subject of the tokens. */
const register = new Map<string, Driver>([
  ['d-17', { name: 'arvid', depot: 'east', isSupervisor: false }],
  ['d-18', { name: 'birte', depot: 'east', isSupervisor: false }],
  ['d-19', { name: 'dag', depot: 'west', isSupervisor: false }],
  ['d-02', { name: 'clara', depot: 'east', isSupervisor: true }],
])

const PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKxtXIZ/LRG85ZI530v/Zt5MRADwE
Y9KmuhMup2o7/GJbcyLbeYLo8UaVQ1gt3J5uKijKlGztNY0yqvTEWflIsA==
-----END PUBLIC KEY-----
`

/** Tokens of the haulier's login, for drivers who are in the register. */
export const driver = jwt({
  issuer: 'https://login.haulier.example',
  audience: 'saltworks',
  typ: 'at+jwt',
  key: process.env['HAULIER_KEY'] ?? PUBLIC_KEY,
  map: ({ sub }) => register.get(sub ?? '') ?? null,
  name: 'Driver',
})

export const isSupervisor = (one: Driver): boolean => one.isSupervisor
