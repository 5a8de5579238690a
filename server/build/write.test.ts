import { expect } from 'chai'
import { createSample } from '../files/testdata/tree.ts'
import { writeBuild } from './write.ts'

describe('writeBuild', () => {
  it('says in one line that its folder cannot be made', async () => {
    const sample = createSample({ file: '' })
    const written = { bundle: { files: [], external: {} }, lock: '', page: false } as unknown as Parameters<
      typeof writeBuild
    >[1]
    const error = await writeBuild(`${sample.root}/file/dist`, written).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'SVC_BUILD_OUT' })
    expect(sample.strip((error as Error).message)).to.match(
      /file\/dist {2}cannot be made \((?:ENOTDIR|EEXIST)\)\. Name a folder that can be written with --out\.$/,
    )
    sample.dispose()
  })
})
