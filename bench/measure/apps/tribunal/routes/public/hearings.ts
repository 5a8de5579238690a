import { operation } from 'svc'

export const GET = operation({ summary: 'Hearings of today', auth: null }, () => [{ room: 2, at: '10:30' }])
