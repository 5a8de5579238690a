import { expect } from 'chai'
import { describeUsageError } from './usage-error.ts'

describe('a command of another tool', () => {
  const commands = ['dev', 'init', 'routes', 'start', 'test-auth']
  const meant: Readonly<Record<string, string>> = { create: 'init', new: 'init', serve: 'dev', test: 'test-auth' }
  for (const [command, ours] of Object.entries(meant)) {
    it(`is answered with ours: ${command}`, () => {
      expect(describeUsageError('', [command], { commands, options: [] })).to.equal(
        `there is no command "${command}". Did you mean svc ${ours}?  see svc --help`,
      )
    })
  }

  it('is not answered with one that there is not', () => {
    expect(describeUsageError('', ['serve'], { commands: ['probe'], options: [] })).to.equal(
      'there is no command "serve".  see svc --help',
    )
  })
})
