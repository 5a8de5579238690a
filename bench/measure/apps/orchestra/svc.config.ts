import { defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
import { loadMember } from './lib/members.ts'

export default defineConfig({
  title: 'Orchestra',
  version: '2.0.4',
  auth: fwAuth,
  csrf: true,
  sessions: { maxAge: 14 * 24 * 3_600, loadUser: loadMember },
})
