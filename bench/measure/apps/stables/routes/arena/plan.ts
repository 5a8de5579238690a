import { operation } from 'svc'

export const GET = operation({ summary: 'The plan of the arena', auth: null }, () => ({
  monday: 'dressage',
  tuesday: 'lunge',
}))
