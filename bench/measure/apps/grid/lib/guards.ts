import type { Person } from './people.ts'

/** `charge:*` covers `charge:start`. */
const covers = (granted: string, wanted: string): boolean =>
  granted === wanted || (granted.endsWith(':*') && wanted.startsWith(granted.slice(0, -1)))

export const needs =
  (wanted: string) =>
  ({ scopes }: Person): boolean =>
    scopes.some((granted) => covers(granted, wanted))

export const isOperator = ({ isOperator: is }: Person): boolean => is
