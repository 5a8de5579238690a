// Loaded before a server: writes what the process has used when it says that it serves, in milliseconds and MB.
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = (text, ...rest) => {
  if (String(text).startsWith('serving')) {
    const { user, system } = process.cpuUsage()
    write(`used ${JSON.stringify({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() / 1e6 })}\n`)
  }
  return write(text, ...rest)
}
