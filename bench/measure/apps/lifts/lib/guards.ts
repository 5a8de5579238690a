import type { Patroller } from './people.ts'

const LEADER = '10'

export const isLeader = ({ rank }: Patroller): boolean => Number(rank) >= Number(LEADER)

export const seesSales = ({ rights }: { readonly rights: readonly string[] }): boolean => rights.includes('sales')
