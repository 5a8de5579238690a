import { CommandError } from './command.ts'
import { EXIT } from '../server/base/exit-codes.ts'

/** A number that an option takes. */
export interface NumberOption {
  readonly command: string
  /** Without the dashes. */
  readonly name: string
}

/** yargs makes NaN of a text that is not a number, and every comparison with NaN is false: a check would always pass. */
export function readNumber(option: NumberOption, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value
  throw refusal(option, 'a number, 0 or more')
}

/** `undefined` stays what it is; 0 stands for a free one. */
export function readPort(option: NumberOption, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= 65_535)) return value
  throw refusal(option, 'a whole number from 0 to 65535')
}

function refusal({ command, name }: NumberOption, wanted: string): CommandError {
  return new CommandError('SVC_COMMAND_LINE', `--${name} must be ${wanted}  see svc ${command} --help`, EXIT.usage)
}
