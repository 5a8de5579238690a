import { operation } from 'svc'
import { probe } from '../lib/automation.ts'

export const GET = operation({ summary: 'Figures for the probe', auth: probe }, () => ({ sessions: 12 }))
