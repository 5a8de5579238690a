import type { AssetManifest } from './assets/manifest.ts'
import { CONFIGURATION_ID, type EntryForm, type PageConfiguration } from './page/configuration.ts'

/**
 * Nothing from elsewhere, nothing inline but styles, which Scalar writes; never framed. What answered is shown as a blob: an image, or
 * a frame that is sandboxed where the browser would run its scripts, and that has this policy besides.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'frame-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** An icon, so that the browser asks for none. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%230a58b5' d='M8 1l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V3z'/%3E%3C/svg%3E"

/** The page: a frame for the scripts, whose addresses are relative so that a proxy's prefix does no harm. */
export function respondWithPage(configuration: PageConfiguration, manifest: AssetManifest): Response {
  const assets = `docs/assets/${manifest.version}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(configuration.title)}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets}/page.css">
<link rel="modulepreload" href="${assets}/scalar/scalar.js">
<script type="application/json" id="${CONFIGURATION_ID}">${escapeScript(JSON.stringify(configuration))}</script>
<script type="module" src="${assets}/page.js"></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The document is at <a href="openapi.json">openapi.json</a>.</noscript>
</body>
</html>
`
  return new Response(html, { statusText: 'OK', headers: HEADERS })
}

/** The form before a guarded page, beside its 401. Nothing of the document is in it, not even a title. */
export function respondWithEntry(form: EntryForm, { version }: AssetManifest, challenges: readonly string[]): Response {
  const assets = `docs/assets/${version}`
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets}/page.css">
<script type="application/json" id="${CONFIGURATION_ID}" data-entry>${escapeScript(JSON.stringify(form))}</script>
<script type="module" src="${assets}/login.js"></script>
</head>
<body class="svc-entry-page">
<main></main>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`
  const headers = new Headers({ ...HEADERS, vary: 'accept' })
  for (const challenge of challenges) headers.append('www-authenticate', challenge)
  return new Response(html, { status: 401, statusText: 'Unauthorized', headers })
}

/** The callback of a login: it hands its query to the page that waits for it, and takes it out of the address. */
export function respondWithCallback({ version }: AssetManifest): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Login</title>
<link rel="icon" href="${ICON}">
<script type="module" src="../assets/${version}/oauth-callback.js"></script>
</head>
<body>
<p id="message" role="status"></p>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`
  return new Response(html, { statusText: 'OK', headers: HEADERS })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A title that says `</script>` must not end the element (HTML Living Standard section 4.12.1.3). */
function escapeScript(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}
