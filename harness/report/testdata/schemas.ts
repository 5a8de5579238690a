import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import Ajv, { type ValidateFunction } from 'ajv'
import { validateXML } from 'xmllint-wasm'

const require = createRequire(import.meta.url)

let validateSarif: ValidateFunction | undefined

/** Where a document departs from the official schema of SARIF, as a package brings it. */
export function sarifFaultsOf(document: unknown): readonly unknown[] {
  validateSarif ??= compileSarif()
  void validateSarif(document)
  return validateSarif.errors ?? []
}

function compileSarif(): ValidateFunction {
  const ajv = new Ajv({ schemaId: 'auto', allErrors: true })
  ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json') as object)
  return ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as object)
}

/** Where a report departs from the schema of JUnit. */
export async function junitFaultsOf(xml: string): Promise<readonly string[]> {
  const schema = await readFile(new URL('junit.xsd', import.meta.url), 'utf8')
  const { errors } = await validateXML({
    xml: { fileName: 'out.xml', contents: xml },
    schema: { fileName: 'junit.xsd', contents: schema },
  })
  return errors.map(({ message }) => message)
}
