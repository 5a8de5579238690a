import { operation } from 'svc'

export const GET = operation({ summary: 'What we fit', auth: null }, () => [
  { model: 'Tumbler T4', price: 18_900 },
  { model: 'Latch 90', price: 12_400 },
])
