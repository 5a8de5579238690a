const MOST = 15
const WINDOW = 60_000

const failures = new Map<string, readonly number[]>()

function recent(who: string): readonly number[] {
  const from = Date.now() - WINDOW
  return (failures.get(who) ?? []).filter((time) => time > from)
}

export const mayTry = (who: string): boolean => recent(who).length < MOST
export const noteFailure = (who: string): void => void failures.set(who, [...recent(who), Date.now()])
