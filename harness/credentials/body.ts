import { FORM } from '../model/request.ts'
import { HarnessError } from '../model/failure.ts'
import type { RouteFixture } from '../model/fixtures.ts'
import type { FixtureText, RouteFixtureInput } from './define.ts'
import type { FileFixture } from './file-fixture.ts'
import { findSecret } from './secret.ts'
import type { SecretTexts } from './secret-texts.ts'

/** Text and media type of a body. */
type Body = NonNullable<RouteFixture['body']>

/** The same in every run, so that a signature over the body holds. */
const BOUNDARY = 'svc-test-auth-boundary'

const FORMS = ['body', 'form', 'raw', 'multipart'] as const

/**
 * The body that the fixtures give a route, in whichever form.
 *
 * @throws HarnessError for more than one form.
 */
export function bodyOf(route: RouteFixtureInput, key: string, texts: SecretTexts): Body | undefined {
  const [form, second] = FORMS.filter((name) => route[name] !== undefined)
  if (second !== undefined)
    throw new HarnessError('SVC_FIXTURE_CONFLICT', `routes, ${key} has ${form} and ${second}: a request has one body`)
  switch (form) {
    case 'body':
      return { contentType: 'application/json', text: JSON.stringify(texts.inside(route.body, `routes, ${key}, body`)) }
    case 'form':
      return {
        contentType: FORM,
        text: new URLSearchParams(texts.ofRecord(route.form ?? {}, `routes, ${key}, form`)).toString(),
      }
    case 'raw':
      return {
        contentType: route.raw?.type ?? '',
        text: String(texts.inside(route.raw?.text ?? '', `routes, ${key}, raw`)),
        raw: true,
      }
    case 'multipart':
      return {
        contentType: `multipart/form-data; boundary=${BOUNDARY}`,
        text: writeMultipart(route.multipart ?? {}, `routes, ${key}, multipart`, texts),
      }
    default:
      return undefined
  }
}

/** RFC 7578 section 4. */
function writeMultipart(
  parts: Readonly<Record<string, FixtureText | FileFixture>>,
  place: string,
  texts: SecretTexts,
): string {
  const written = Object.entries(parts).map(([name, part]) => {
    const disposition = `Content-Disposition: form-data; name="${quote(name)}"`
    if (!isFile(part)) return `${disposition}\r\n\r\n${texts.ofRecord({ [name]: part }, place)[name] ?? ''}`
    const type = part.type ?? 'application/octet-stream'
    return `${disposition}; filename="${quote(part.filename)}"\r\nContent-Type: ${type}\r\n\r\n${String(texts.inside(part.content, place))}`
  })
  return [...written.map((part) => `--${BOUNDARY}\r\n${part}\r\n`), `--${BOUNDARY}--\r\n`].join('')
}

function isFile(part: FixtureText | FileFixture): part is FileFixture {
  return typeof part === 'object' && findSecret(part) === undefined
}

function quote(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
