import { isBuiltin } from 'node:module'
import { parseSync } from 'vite'

/**
 * Takes modules of Node from the process, in place of imports. An import asks for every export of the module, and some
 * of them load another part of Node when they are asked for: `import 'node:http'` loads all of undici from Node 22 on,
 * for its `WebSocket`, which takes longer than Node itself to start. Lines stay where they are.
 */
export function takeBuiltins(code: string): string {
  const { module } = parseSync('bundle.js', code)
  return module.staticImports
    .filter(({ moduleRequest, entries }) => isBuiltin(moduleRequest.value) && entries.length > 0)
    .toReversed()
    .reduce((text, { start, end, moduleRequest, entries }) => {
      const taken = `globalThis.process.getBuiltinModule(${JSON.stringify(moduleRequest.value)})`
      const wholes = entries.filter(({ importName }) => importName.kind !== 'Name' || importName.name === 'default')
      const names = entries.filter((entry) => !wholes.includes(entry))
      const parts = [
        ...wholes.map(({ localName }) => `${localName.value} = ${taken}`),
        ...(names.length > 0 ? [`{ ${names.map(formatName).join(', ')} } = ${taken}`] : []),
      ]
      return `${text.slice(0, start)}const ${parts.join(', ')};${text.slice(end)}`
    }, code)
}

interface ImportEntry {
  readonly importName: { readonly name?: string | null }
  readonly localName: { readonly value: string }
}

function formatName({ importName: { name }, localName: { value } }: ImportEntry): string {
  return name === value ? value : `${name}: ${value}`
}
