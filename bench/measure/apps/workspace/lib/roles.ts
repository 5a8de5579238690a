import type { SessionUser } from 'svc'

const ranks = { member: 1, lead: 2, owner: 3 }

export const atLeast =
  (role: SessionUser['role']) =>
  (user: SessionUser): boolean =>
    ranks[user.role] >= ranks[role]

export const isLead = atLeast('lead')
