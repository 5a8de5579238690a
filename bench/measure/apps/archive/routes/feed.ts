import { operation } from 'svc'
import { feed } from '../lib/keys.ts'

export const GET = operation({ summary: 'What is new', auth: feed }, () => ({ items: ['Ships of 1902'] }))
