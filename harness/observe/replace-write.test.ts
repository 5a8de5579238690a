import { expect } from 'chai'
import { replaceWrite } from './replace-write.ts'

class Stream {
  readonly written: string[] = []

  write(text: string): boolean {
    this.written.push(text)
    return true
  }
}

describe('the replaced write of a stream', () => {
  it('gets the write that was there, bound to its stream', () => {
    const stream = new Stream()
    replaceWrite(stream as never, (write) => (text) => write(`<${String(text)}>`))
    stream.write('a')
    expect(stream.written).to.deep.equal(['<a>'])
  })

  it('is gone at the end, be the one before of the class or of the stream itself', () => {
    const [plain, own] = [new Stream(), new Stream()]
    const write = (): boolean => false
    Object.defineProperty(own, 'write', { value: write, configurable: true, writable: true })
    for (const stream of [plain, own]) replaceWrite(stream as never, () => () => true)()
    expect([Object.hasOwn(plain, 'write'), plain.write === Stream.prototype.write]).to.deep.equal([false, true])
    expect(Object.getOwnPropertyDescriptor(own, 'write')).to.deep.equal({
      value: write,
      configurable: true,
      writable: true,
      enumerable: false,
    })
  })
})
