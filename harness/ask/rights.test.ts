import { expect } from 'chai'
import { isPlain } from './rights.ts'

/** Roles of the users of some fixtures, and which of them are plain users. */
const CASES: readonly (readonly [roles: readonly (readonly string[])[], plain: readonly boolean[]])[] = [
  [
    [[], ['admin']],
    [true, false],
  ],
  [
    [['customer'], ['customer'], ['admin']],
    [true, true, false],
  ],
  [
    [['employee'], ['employee'], ['org-admin']],
    [true, true, false],
  ],
  // One of them alone may be of the staff.
  [
    [['support'], ['admin']],
    [false, false],
  ],
  [
    [['customer'], ['customer'], ['support'], ['admin']],
    [false, false, false, false],
  ],
  [
    [['owner'], ['owner'], ['member']],
    [false, false, false],
  ],
  [
    [['owner'], ['owner'], ['admin']],
    [true, true, false],
  ],
  [
    [['admin'], ['admin']],
    [false, false],
  ],
]

describe('the roles of users', () => {
  for (const [roles, plain] of CASES)
    it(`of ${roles.map((one) => one.join() || 'none').join(', ')} are those of plain users, or not`, () => {
      const users = roles.map((one) => ({ roles: one }))
      expect(users.map((user) => isPlain(user, users))).to.deep.equal(plain)
    })
})
