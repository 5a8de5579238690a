/**
 * Secrets that everybody knows: of documentation, tutorials and templates. Shorter ones need no list, as 32 bytes are the
 * least. Compared in lower case and without what is not a letter or a digit.
 */
const KNOWN: readonly string[] = [
  'your-256-bit-secret',
  'your-384-bit-secret',
  'your-512-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'a-valid-string-secret-that-is-at-least-512-bits-long-which-is-very-long',
  'a-valid-string-secret-that-is-at-least-384-bits-long',
  'this is my custom secret key for authentication',
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'this_is_a_very_long_secret_key_for_jwt',
  '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7',
  '404e635266556a586e3272357538782f413f4428472b4b6250645367566b5970',
  '413f4428472b4b6250655368566d5970337336763979244226452948404d6351',
  'please-change-this-secret-in-production',
  'change-this-to-a-long-random-string-in-production',
  'your-super-secret-jwt-key-change-this-in-production',
  'your-secret-key-change-this-in-production',
  'your_jwt_secret_key_change_in_production',
  'supersecretkeythatshouldbechangedinproduction',
  '0123456789abcdef0123456789abcdef',
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  '12345678901234567890123456789012',
  'abcdefghijklmnopqrstuvwxyz123456',
  'abcdefghijklmnopqrstuvwxyz012345',
  'cc7e0d44fd473002f1c42167459001140ec6389b7353f8088f4d9a95f2f596f2',
]

const NORMAL: ReadonlySet<string> = new Set(KNOWN.map(normalize))

/** Whether a secret is known to everybody, or is one pattern written again and again. */
export function isKnownSecret(secret: string): boolean {
  return NORMAL.has(normalize(secret)) || /^(.{1,8}?)\1+$/s.test(secret) || isPlaceholder(secret)
}

function normalize(secret: string): string {
  return secret.toLowerCase().replace(/[^\da-z]/g, '')
}

/** Words in which templates ask to be replaced, and nothing that looks random beside them. */
function isPlaceholder(secret: string): boolean {
  const words = secret.toLowerCase().split(/[^a-z\d]+/)
  return words.every((word) => word.length <= 12) && words.some((word) => ASKS.has(word)) && words.length >= 3
}

const ASKS: ReadonlySet<string> = new Set(['change', 'changeme', 'changethis', 'replace', 'example', 'your', 'todo'])
