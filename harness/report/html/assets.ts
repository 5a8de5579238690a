import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The script's modules in the order of their imports. They lie beside the sources, which the package brings along. */
const MODULES = ['dom.js', 'data.js', 'exchange.js', 'scenario.js', 'filter.js', 'main.js']
const STYLES = ['page.css', 'tables.css', 'scenarios.css', 'narrow.css']
const FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? './page/' : '../../../../harness/report/html/page/',
  import.meta.url,
)

/** The assets that the page carries in itself. */
export interface PageAssets {
  readonly script: string
  readonly style: string
  /** A policy under which nothing but these two runs, and nothing is loaded from anywhere. */
  readonly policy: string
}

/** Reads the script and the style of the page. */
export function readPageAssets(): PageAssets {
  const script = joinModules(MODULES.map((name) => readFileSync(new URL(name, FOLDER), 'utf8')))
  const style = STYLES.map((name) => readFileSync(new URL(name, FOLDER), 'utf8')).join('')
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { script, style, policy }
}

/**
 * A page on a disk cannot import: the modules become one. Each declares names of its own at the top, imports only its
 * siblings and exports by declaration, which is what the page's tests hold them to.
 */
function joinModules(modules: readonly string[]): string {
  return modules.map((text) => text.replace(/^import .*\n/gm, '').replace(/^export /gm, '')).join('\n')
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
