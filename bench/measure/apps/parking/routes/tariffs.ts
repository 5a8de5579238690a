import { operation } from 'svc'

const tariffs = { north: 250, south: 180 }

export const GET = operation({ summary: 'Cents of an hour, for everyone', auth: null }, () => tariffs)
