// Nitro 2 as its guide writes it: a file for each route, auth in utilities and middleware, auto-imports.
export default {
  compatibilityDate: '2026-11-22',
  preset: 'node-server',
}
