import { defineConfig } from 'svc'
import { closeDatabases } from './lib/databases.ts'
import { member } from './lib/members.ts'

export default defineConfig({
  title: 'Tickets',
  version: '1.0.0',
  auth: member,
  resources: 'declared',
  start: () => closeDatabases,
})
