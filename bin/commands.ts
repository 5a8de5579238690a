import type { Command } from './command.ts'

/** In the order of `svc --help`. Only the one that is asked for is loaded: each declares arguments of its own. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./commands/init.ts')).init,
  dev: async () => (await import('./commands/dev.ts')).dev,
  'test-auth': async () => (await import('./commands/test-auth.ts')).testAuth,
  routes: async () => (await import('./commands/routes.ts')).routes,
  openapi: async () => (await import('./commands/openapi.ts')).openapi,
  sync: async () => (await import('./commands/sync.ts')).sync,
  build: async () => (await import('./commands/build.ts')).build,
  start: async () => (await import('./commands/start.ts')).start,
  explain: async () => (await import('./commands/explain.ts')).explain,
}

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

/** The command that is asked for, or all of them where the first argument names none. */
export async function loadCommands([name = '']: readonly string[]): Promise<readonly Command[]> {
  const asked = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return asked ? [await asked()] : Promise.all(Object.values(COMMANDS).map((load) => load()))
}
