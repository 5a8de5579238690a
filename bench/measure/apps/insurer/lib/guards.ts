import { HEAD_OFFICE } from './people.ts'
import type { Caller } from './tokens.ts'

export const isHeadOffice = ({ agency }: Caller): boolean => agency === HEAD_OFFICE
