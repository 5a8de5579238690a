import { operation } from 'svc'

export const GET = operation({ summary: 'Whether the grid is up', auth: null }, () => ({ up: true }))
