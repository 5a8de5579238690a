import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { formatPosition, type SourcePosition } from '../base/errors.ts'

/** The arguments by which an editor takes a position. */
type Place = (position: SourcePosition) => readonly string[]

const goTo: Place = ({ file, line }) => ['--goto', `${file}:${line}`]
const colon: Place = ({ file, line }) => [`${file}:${line}`]
const lineFirst: Place = ({ file, line }) => ['--line', String(line), file]
const fileAlone: Place = ({ file }) => [file]

/** Editors with a window of their own. What is not listed is given the file alone. */
const EDITORS: Readonly<Record<string, Place>> = {
  code: goTo,
  'code-insiders': goTo,
  codium: goTo,
  cursor: goTo,
  windsurf: goTo,
  zed: colon,
  subl: colon,
  webstorm: lineFirst,
  idea: lineFirst,
}

/**
 * Opens positions in the developer's editor: `SVC_EDITOR`, else the first on the path of those that take a line.
 * Editors of a terminal are never started, since it is not theirs. Only positions that were named before can be opened.
 */
export class Editor {
  readonly #named = new Map<string, SourcePosition>()
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv = process.env) {
    this.#env = env
  }

  /** Names a position. @returns the text by which it can be opened: `routes/pets.ts:4` */
  name(position: SourcePosition): string {
    const text = formatPosition(position)
    this.#named.set(text, position)
    return text
  }

  /** @returns whether an editor was started */
  open(text: string): Promise<boolean> {
    const position = this.#named.get(text)
    const command = position && this.#find()
    if (command === undefined) return Promise.resolve(false)
    const place = EDITORS[basename(command).replace(/\.(?:cmd|exe)$/i, '')] ?? fileAlone
    const child = spawn(command, place(position as SourcePosition), { stdio: 'ignore', detached: true })
    return new Promise((resolve) => {
      child.once('error', () => resolve(false))
      child.once('spawn', () => resolve(true))
      child.unref()
    })
  }

  #find(): string | undefined {
    const { SVC_EDITOR, PATH = '' } = this.#env
    if (SVC_EDITOR) return SVC_EDITOR
    const folders = PATH.split(delimiter).filter((folder) => folder !== '')
    return Object.keys(EDITORS)
      .flatMap((name) => folders.map((folder) => join(folder, name)))
      .find(isExecutable)
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
