import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { loadAccount } from './lib/accounts.ts'

const sessions = { maxAge: 7 * 24 * 3_600, loadUser: loadAccount }

const api = new SvcAPI({ title: 'Newsroom', version: '1.9.2', auth: fwAuth, csrf: true, sessions })

export default defineConfig({ api })
