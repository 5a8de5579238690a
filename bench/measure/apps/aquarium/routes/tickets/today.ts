import { operation } from 'svc'

export const GET = operation({ summary: 'Opening hours and prices', auth: null }, () => ({ open: '9-18', adult: 14 }))
