/** Fails if the built site loads anything from another host. Links that a reader may follow are not requests. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SITE = fileURLToPath(new URL('dist', import.meta.url))
const LOADS: Readonly<Record<string, RegExp>> = {
  '.html': /<(?:script|link|img|iframe|source|video|audio)\b[^>]*?\b(?:src|href)="(?:https?:)?\/\/[^"]*"/g,
  '.css': /(?:url\(|@import\s*)["']?(?:https?:)?\/\/[^)"']*/g,
  '.js': /\b(?:fetch|import|importScripts)\(\s*["'`]https?:\/\/[^"'`]*/g,
}

const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
const foreign = files.flatMap((file) => {
  const pattern = Object.entries(LOADS).find(([ending]) => file.endsWith(ending))?.[1]
  if (pattern === undefined) return []
  return [...readFileSync(`${SITE}/${file}`, 'utf8').matchAll(pattern)].map(([found]) => `${file}  ${found}`)
})
for (const line of foreign) console.error(line)
console.log(`${files.length} files, ${foreign.length} requests to other hosts`)
process.exitCode = foreign.length === 0 ? 0 : 1
