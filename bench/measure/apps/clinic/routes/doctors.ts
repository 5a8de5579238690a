import { operation } from 'svc'

export const GET = operation({ summary: 'Doctors of the house', auth: null }, () => [
  { name: 'lee', field: 'general practice' },
])
