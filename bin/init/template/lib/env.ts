/** The variables that the application needs; .env.example lists them. */
const REQUIRED: readonly string[] = [
  // if bearer
  'API_TOKEN',
  // end
  // if key
  'CLIENT_KEY',
  // end
  // if session
  'ANN_PASSWORD',
  'ROOT_PASSWORD',
  // end
]

/** Throws where a variable is not set, so that the application does not start without it. */
export function requireEnv(): void {
  const missing = REQUIRED.filter((name) => !process.env[name])
  if (missing.length > 0) throw new Error(`${missing.join(', ')} not set; copy .env.example to .env and fill it in`)
}
