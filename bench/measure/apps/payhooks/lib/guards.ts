import type { Caller } from './tokens.ts'

export const needs =
  (...wanted: readonly string[]) =>
  async ({ scopes }: Caller): Promise<boolean> =>
    wanted.every((one) => scopes.includes(one))

export const isAdmin = async ({ isAdmin: is }: Caller): Promise<boolean> => is
