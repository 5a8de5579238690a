/**
 * Two-sided p-value of the Mann-Whitney U test: how likely two samples of one distribution differ in rank by so much.
 * Normal approximation with correction for ties and continuity; good for samples of 20 and more.
 *
 * @returns 1 where one sample is empty or all values are equal
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((value) => ({ value, isFirst: true })), ...b.map((value) => ({ value, isFirst: false }))]
  ranked.sort((one, other) => one.value - other.value)
  const [n, m, all] = [a.length, b.length, ranked.length]
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < all;) {
    let to = from + 1
    while (to < all && ranked[to]?.value === ranked[from]?.value) to++
    const size = to - from
    const rank = (from + 1 + to) / 2
    rankSum += rank * ranked.slice(from, to).filter(({ isFirst }) => isFirst).length
    ties += size ** 3 - size
    from = to
  }
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)))
  if (!(variance > 0)) return 1
  const distance = Math.abs(rankSum - (n * (n + 1)) / 2 - (n * m) / 2)
  return Math.min(1, 2 * upperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance)))
}

/** Share of a standard normal distribution above `z` >= 0 (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const polynomial =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))))
  return (polynomial * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI)
}
