// Loaded before a server: writes what the process has used when it says that it serves, in milliseconds and MB, and for how long it ran.
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = (text, ...rest) => {
  if (String(text).startsWith('serving')) {
    const { user, system } = process.cpuUsage()
    const time = performance.now()
    write(`used ${JSON.stringify({ cpu: (user + system) / 1_000, time, memory: process.memoryUsage.rss() / 1e6 })}\n`)
  }
  return write(text, ...rest)
}
