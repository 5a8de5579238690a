/** The scheme of an `Authorization` line in its usual spelling, where it is a known one (IANA's registry and custom). */
export function knownScheme(line: string): string | undefined {
  const [word = ''] = line.split(' ', 1)
  return SCHEMES.find((scheme) => scheme.toLowerCase() === word.toLowerCase())
}

const SCHEMES = [
  'Basic',
  'Bearer',
  'Digest',
  'DPoP',
  'GNAP',
  'HOBA',
  'Mutual',
  'Negotiate',
  'NTLM',
  'PrivateToken',
].concat(['SCRAM-SHA-1', 'SCRAM-SHA-256', 'vapid', 'ApiKey', 'AWS4-HMAC-SHA256', 'JWT', 'Key', 'Token'])
