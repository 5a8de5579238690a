import type { Rider } from './riders.ts'

let isRunning = true

export const engine = (): { readonly isRunning: boolean } => ({ isRunning })
export const turn = (on: boolean): { readonly isRunning: boolean } => {
  isRunning = on
  return engine()
}

export const isStaff = ({ role }: Rider): boolean => role === 'staff' || role === 'chief'
export const isChief = ({ role }: Rider): boolean => role === 'chief'
