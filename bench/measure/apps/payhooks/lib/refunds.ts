export class TooLarge extends Error {
  override readonly name = 'TooLarge'
  readonly most: number

  constructor(most: number) {
    super(`at most ${most}`)
    this.most = most
  }
}

export function refund(cents: number): { readonly cents: number } {
  if (cents > 50_000) throw new TooLarge(50_000)
  return { cents }
}
