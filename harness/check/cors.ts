import { extraOf } from '../model/scenario.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { CLEAN, type Facts, type Judgement, problem } from './facts.ts'

/** A browser gives an answer to a page of another site where these two fields name its origin and allow credentials. */
export function judgeCors({ answer, step }: Pick<Facts, 'answer' | 'step'>): Judgement {
  const foreignOrigin = extraOf(step, 'cors')?.origin
  if (foreignOrigin === undefined) return CLEAN
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
