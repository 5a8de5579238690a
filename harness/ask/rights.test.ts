import { expect } from 'chai'
import { isRightName, isRoleName } from './rights.ts'

describe('members that say what a user may', () => {
  it('are known by their names', () => {
    for (const name of ['role', 'userRole', 'access_type', 'accountType', 'permission_level', 'isAdmin', 'can_invite'])
      expect(isRightName(name), name).to.equal(true)
  })

  it('are not members that are called alike', () => {
    for (const name of ['activity_type', 'blood_group', 'access_token', 'price_level', 'admin_email', 'accountId'])
      expect(isRightName(name) || isRoleName(name), name).to.equal(false)
  })
})
