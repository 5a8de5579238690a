import { defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
import { findMember } from './lib/members.ts'

export default defineConfig({
  title: 'School',
  version: '2.1.0',
  auth: fwAuth,
  csrf: true,
  sessions: {
    maxAge: 12 * 3600,
    secrets: [process.env['SCHOOL_SECRET'] ?? 'sessions of the school, 32 characters or more'],
    loadUser: async ({ user }) => {
      const member = await findMember(user.name)
      return member
    },
  },
})
