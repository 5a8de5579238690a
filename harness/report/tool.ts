import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('svc/package.json') as { readonly version: string }

/** The tool that wrote a report. */
export const TOOL: { readonly name: string; readonly version: string } = { name: 'svc test-auth', version }
