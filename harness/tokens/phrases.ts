/** The phrases that people leave in the place of a secret, as data for the search. */
export interface Phrases {
  /** One of each column makes a phrase; an empty one may be left out. */
  readonly parts: readonly (readonly string[])[]
  /** Requests to put something else there, and other sentences. */
  readonly whole: readonly string[]
  /** With the name of what is built in the place of the star. */
  readonly named: readonly string[]
  /** The parts that may stand behind a phrase. */
  readonly ends: readonly string[]
  /** The words for a secret that stands there until there is a better one: in front of a phrase, alone or with one of the requests behind it. */
  readonly stages: readonly string[]
  readonly requests: readonly string[]
}

export const PHRASES: Phrases = {
  parts: [
    list(', this is, it is, use'),
    list(', my, a, your, the, our, not a, some'),
    list(', very, super, super duper, top, really, very very, ultra, not so'),
    list(', secret, secure, strong, safe, long, random, private, insecure, weak, jwt, default'),
    list(
      'secret, key, secret key, password, token, string, jwt secret, jwt key, jwt secret key, secret token, token secret, signing key, private key, passphrase',
    ),
  ],
  whole:
    list(`change me, change me please, please change me, please change this, change this, change this key, change this secret,
    change this secret key, change this to something secret, change this to something secure, you should change this,
    you must change this, please change this key, please change this secret, do not use, do not use this, do not share,
    do not share this, do not tell anyone, dont tell anyone, dont use this, dont share this, do not commit this,
    never share this, never tell anyone, keep it secret, keep this secret, keep it safe, keep it secret keep it safe,
    not for production, development only, for development only, replace me, replace this, replace with a secret,
    replace with your secret, replace with your own secret, insert secret here, insert your secret here, put your secret here,
    put secret here, enter your secret here, your secret here, secret goes here, secret here, no one knows, no one will guess this,
    no one can guess this, you will never guess, you will never guess this, you cannot guess this, you shall not pass,
    try to guess this, guess me, open sesame, let me in, trust no one, hello world, i love you, i am a secret, this is secret,
    this is so secret, the quick brown fox, correct horse battery staple, lorem ipsum, lorem ipsum dolor sit amet,
    to be or not to be, winter is coming, may the force be with you, not a real secret, definitely not a secret, just a test,
    this is only a test, only for testing, just for testing, secret for testing, this should be changed, this should be secret,
    this must be changed, this should be in an environment variable, todo change me, todo change this, fix me`),
  named:
    list(`* secret, * secret key, * super secret, * super secret key, * jwt secret, * jwt secret key, * jwt key, * token secret,
    * signing key, * private key, * session secret, * api secret, * api key, * api secret key, * app secret, * app secret key,
    * access token secret, * is secret, * is insecure, * is vulnerable, * is awesome, * is great, * is cool, * rocks, * the best,
    my * secret, my * secret key, my * key, my secret *, my super secret *, my super secret * key, the * secret, the * secret key,
    the secret of *, the secret key of *, the secret for *, secret of *, secret for *, secret key for *, secret key of *,
    jwt secret for *, jwt secret key for *, super secret key for *, super secret *, super secret * key, very secret * key,
    this is the * secret, this is the * secret key, this is the secret of *, this is the secret for *, this is *, secret *,
    secret * key, i love *, welcome to *, hello *, change me *`),
  ends: list(`please, here, 123, 1234, 12345, 1, 2, 2020, 2021, 2022, 2023, 2024, 2025, 2026, in production, in prod, for production,
    for development, for testing, for tests, for jwt, for jwts, for tokens, for signing, for auth, change me, change this,
    change in production, change me in production, do not share, do not use in production, that no one knows,
    that is long enough, that should be changed`),
  stages: list(
    'dev, development, local, localhost, test, testing, demo, sample, example, default, fallback, temporary, placeholder, dummy',
  ),
  requests:
    list(`, change me, change this, change in prod, change in production, change me in production, change before production,
    do not use in production, not for production, replace me, replace in production, only`),
}

function list(text: string): readonly string[] {
  return text.split(/,\s*/)
}
