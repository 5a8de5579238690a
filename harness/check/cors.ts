import { extraOf } from '../model/scenario.ts'
import { fieldsOf, type RawResponse } from '../replay/response-reader.ts'
import { CLEAN, type Facts, type Judgement, problem } from './facts.ts'

export function judgeCors({ answer, step }: Pick<Facts, 'answer' | 'step'>): Judgement {
  const foreignOrigin = extraOf(step, 'cors')?.origin
  return foreignOrigin === undefined ? CLEAN : judgeOrigin(answer, foreignOrigin)
}

/** A browser gives an answer to a page of another site where these two fields name its origin and allow credentials. */
export function judgeOrigin(answer: RawResponse, foreignOrigin: string): Judgement {
  const [allowed] = fieldsOf(answer.headers, 'access-control-allow-origin')
  const [credentials] = fieldsOf(answer.headers, 'access-control-allow-credentials')
  return allowed !== foreignOrigin || credentials !== 'true'
    ? CLEAN
    : problem(
        'cors',
        'no Access-Control-Allow-Origin for another site',
        `Access-Control-Allow-Origin: ${allowed}, Access-Control-Allow-Credentials: true`,
      )
}
