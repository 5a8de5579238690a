import type { Key } from './keys.ts'

export const isKeeper = ({ role }: Key): boolean => role === 'keeper'
