/** Writes the API reference, `docs/reference/api/`, from the doc comments of the built package. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-5.9'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOORS = [
  { door: 'svc', file: 'dist/server/index.d.ts', page: 'svc' },
  { door: 'svc/security', file: 'dist/server/auth/index.d.ts', page: 'security' },
  { door: 'svc/testing', file: 'dist/bin/testing.d.ts', page: 'testing' },
]

/** One exported name. */
interface Entry {
  readonly name: string
  readonly isValue: boolean
  readonly text: string
}

const missing = DOORS.find(({ file }) => !existsSync(ROOT + file))
if (missing) throw new Error(`${missing.file} is not there. Run: npm run build`)
const program = ts.createProgram(
  DOORS.map(({ file }) => ROOT + file),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true },
)
const checker = program.getTypeChecker()
mkdirSync(`${ROOT}docs/reference/api`, { recursive: true })
for (const { door, file, page } of DOORS) {
  const entries = entriesOf(ROOT + file)
  writeFileSync(`${ROOT}docs/reference/api/${page}.md`, writePage(door, entries))
  console.log(`docs/reference/api/${page}.md  ${entries.length} names`)
}

function entriesOf(file: string): readonly Entry[] {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} exports nothing`)
  return checker
    .getExportsOfModule(module)
    .map(entryOf)
    .toSorted((a, b) => Number(b.isValue) - Number(a.isValue) || a.name.localeCompare(b.name))
}

function entryOf(exported: ts.Symbol): Entry {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declarations = (symbol.declarations ?? []).map((node) =>
    ts.isVariableDeclaration(node) ? node.parent.parent : node,
  )
  const signature = [...new Set(declarations)].map(signatureOf).join('\n')
  const comment = plain(ts.displayPartsToString(symbol.getDocumentationComment(checker)))
  const tags = symbol.getJsDocTags(checker).map(tagOf)
  const text = [comment, `\`\`\`ts\n${signature}\n\`\`\``, ...tags].filter((part) => part !== '').join('\n\n')
  return { name: exported.name, isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0, text }
}

/** The declaration without what is private and without comments above it; those of members stay. */
function signatureOf(node: ts.Node): string {
  return node
    .getText()
    .replaceAll(/^export (?:declare )?/g, '')
    .replaceAll(/^ +(?:#\w+|private )[^\n]*\n/gm, '')
}

function tagOf({ name, text }: ts.JSDocTagInfo): string {
  const says = plain(ts.displayPartsToString(text))
  if (name === 'example') return `\`\`\`ts\n${says}\n\`\`\``
  if (name === 'throws') return `Throws ${says}`
  if (name === 'param') return `- \`${says.replace(/^(\w+)/, '$1`')}`
  return ''
}

function plain(text: string): string {
  return text.replaceAll(/\{@link ([^}]+)\}/g, (_, target: string) => `\`${target.trim()}\``).trim()
}

function writePage(door: string, entries: readonly Entry[]): string {
  const sections = entries.map(({ name, text }) => `## ${name}\n\n${escape(text)}\n`)
  return `# ${door}\n\n${sections.join('\n')}`
}

/** Angle brackets outside code would be tags. */
function escape(text: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('')
}
