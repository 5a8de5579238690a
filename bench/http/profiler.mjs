// Loaded before a server: SIGUSR2 begins a profile of its processor, and a second one writes it to $PROFILE_FILE.
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const session = new Session()
session.connect()
let isRunning = false
process.on('SIGUSR2', () => {
  if (isRunning) {
    session.post('Profiler.stop', (_error, { profile }) =>
      writeFileSync(process.env.PROFILE_FILE, JSON.stringify(profile)),
    )
  } else {
    isRunning = true
    session.post('Profiler.enable')
    session.post('Profiler.setSamplingInterval', { interval: 200 })
    session.post('Profiler.start')
  }
})
