import { operation } from 'svc'

export const GET = operation({ summary: 'What is on', auth: null }, () => [
  { show: 'Rings of Saturn', at: '20:00' },
  { show: 'Comets', at: '21:30' },
])
