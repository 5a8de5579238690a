/** The text of a `package.json` without that which is for its checkout alone: scripts, tools and their settings. */
export function packedManifest(text: string): string {
  const { scripts: _, devDependencies: _tools, scarfSettings: _settings, ...kept } = JSON.parse(text) as Manifest
  return `${JSON.stringify(kept, null, 2)}\n`
}

interface Manifest {
  readonly scripts?: unknown
  readonly devDependencies?: unknown
  readonly scarfSettings?: unknown
}
