import { operation } from 'svc'

export const GET = operation({ summary: 'Is the service up', auth: null }, () => ({ status: 'up' }))
