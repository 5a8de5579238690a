import { operation } from 'svc'

export const GET = operation({ summary: 'What is on', auth: null }, () => ({ tonight: ['Metropolis', 'Sunrise'] }))
