import { expect } from 'chai'
import { createSample, type Tree } from './testdata/tree.ts'
import { describeUnseenTypes } from './types-inclusion.ts'

describe('describeUnseenTypes', () => {
  const seen: Readonly<Record<string, Tree>> = {
    'no tsconfig.json': {},
    'a path': { 'tsconfig.json': '{ "include": ["routes", ".svc/types.ts"] }' },
    'a folder, with comments and a trailing comma': {
      'tsconfig.json': '{\n  // "include": []\n  /* x */ "include": ["./.svc/**/*", "a // b",],\n}',
    },
    files: { 'tsconfig.json': '{ "files": [".svc/types.ts"] }' },
    'what it extends': {
      'tsconfig.json': '{ "extends": ["./base", "./other.json"], "compilerOptions": {} }',
      'base.json': '{ "include": [".svc"] }',
      'other.json': '{}',
    },
    'a config that it refers to': {
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./web" }] }',
      'tsconfig.app.json': '{ "include": ["routes"] }',
      web: { 'tsconfig.json': '{ "include": ["../.svc/types.ts"], "references": [{ "path": ".." }] }' },
    },
    'a config that does not parse': { 'tsconfig.json': '{' },
  }
  for (const [name, tree] of Object.entries(seen)) {
    it(`finds the types through ${name}`, () => {
      expect(find(tree)).to.equal(undefined)
    })
  }

  const problem = 'tsconfig.json does not include .svc/types.ts, so request.auth is unknown in routes that inherit it.'
  const unseen: Readonly<Record<string, { readonly tree: Tree; readonly write: string }>> = {
    'says nothing': { tree: { 'tsconfig.json': '{}' }, write: '["**/*", ".svc/types.ts"]' },
    'includes everything but folders with a dot': {
      tree: { 'tsconfig.json': '{ "include": ["**/*"], "exclude": [".svc"] }' },
      write: '["**/*", ".svc/types.ts"]',
    },
    'replaces what it extends': {
      tree: {
        'tsconfig.json': '{ "extends": "./base.json", "include": ["routes"] }',
        'base.json': '{ "include": [".svc"] }',
      },
      write: '["routes", ".svc/types.ts"]',
    },
    'extends itself': {
      tree: { 'tsconfig.json': '{ "extends": "./tsconfig.json" }' },
      write: '["**/*", ".svc/types.ts"]',
    },
  }
  for (const [name, { tree, write }] of Object.entries(unseen)) {
    it(`reports a config that ${name}`, () => {
      expect(find(tree)).to.equal(`${problem} Write "include": ${write}`)
    })
  }

  function find(tree: Tree): string | undefined {
    const sample = createSample(tree)
    try {
      return describeUnseenTypes(sample.root)
    } finally {
      sample.dispose()
    }
  }
})
