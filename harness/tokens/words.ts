/** Secrets of tutorials, examples and settings that were never changed, whole. */
export const KNOWN_SECRETS: readonly string[] = ['keyboard cat'].concat(
  split(`
  secret password changeme change-me change_me changethis changeit key private jwt jwt-secret jwt_secret jwtsecret
  secretkey secret-key secret_key mysecret my-secret my_secret mysecretkey my-secret-key my_secret_key supersecret
  super-secret super_secret superSecret supersecretkey super-secret-key super_secret_key your-secret-key your_secret_key
  yoursecretkey your-secret your_secret your-256-bit-secret your-384-bit-secret your-512-bit-secret your_jwt_secret
  your-jwt-secret your_jwt_secret_key topsecret top-secret testing development production staging default token signature
  example shhhhh shhhhhhared-secret shared-secret sharedsecret keyboard-cat s3cr3t p@ssw0rd passw0rd undefined null none
  nil empty todo fixme insecure django-insecure not-so-secret not-secret verysecret very-secret very-secret-key
  verysecretkey hmac-secret hmacsecret session-secret sessionsecret cookie-secret app-secret appsecret app_secret api-secret
  api_secret apisecret api-key apikey access-secret access_token_secret accesstokensecret refresh_token_secret auth-secret
  authsecret signing-key signingkey signing_key encryption-key masterkey master-key private-key privatekey private_key
  qwertyuiop qwerty letmein welcome iloveyou abc123 abcdef abcdefgh asdf asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e4r 1qaz2wsx
  gfg_jwt_secret_key mykey my-key my_key secretsecret thisisasecret thisismysecret this-is-a-secret this_is_a_secret
  somesecret some-secret some_secret anysecret random-secret randomsecret random_secret random-string randomstring
  foobar foo bar baz foobarbaz helloworld hello-world hello_world 123456 12345678
`),
)

/** Words that people make secrets of: tried as they are, with case, digits and signs, and two together. */
export const WORDS: readonly string[] = split(`
  secret password pass key token jwt admin root user test demo dev prod stage local private public master main app api auth
  login session cookie sign signature hash salt pepper crypto secure security safe strong super my your our the this
  very top shared hidden unknown random change changeme default sample example temp temporary dummy fake null empty
  server client backend frontend web site service system data database db cache store cloud docker node express nest
  next react angular vue svelte django flask fastapi python java spring ruby rails laravel php golang rust kotlin swift
  script code coder coding developer engine project company team group staff member account profile customer order
  shop bank blog news mail chat game play music video photo book books movie film food pizza coffee tea beer wine
  restaurant hotel travel flight car truck train bike boat house home garden school student teacher college university
  doctor health clinic hospital finance money cash dollar euro bitcoin wallet payment invoice ticket event calendar
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december spring summer autumn winter morning evening night red green blue black white yellow
  orange purple silver gold golden diamond ruby crystal fire water earth wind storm thunder lightning rain snow ice sun
  moon star stars sky ocean river mountain forest tree flower rose lily apple banana cherry lemon mango melon peach
  berry dragon tiger lion bear wolf fox eagle hawk falcon monkey panda rabbit horse shark whale dolphin turtle snake
  spider cat dog kitty puppy ninja pirate wizard magic shadow ghost phantom hunter ranger soldier warrior knight king
  queen prince princess angel devil heaven hell love baby honey sweet happy lucky smile freedom peace power energy
  matrix zero one two alpha beta gamma delta omega sigma nova pixel robot cyber hacker hack root toor shell linux unix
  windows ubuntu debian apache nginx redis mongo mongodb mysql postgres postgresql sqlite oracle kafka rabbit github
  google amazon azure aws facebook twitter microsoft samsung football soccer baseball basketball hockey tennis golf
  batman superman spiderman starwars pokemon naruto michael michelle daniel david james john robert william thomas
  charlie george jordan taylor ashley jessica jennifer amanda nicole anna maria laura sarah emma alex andrew anthony
  brandon chris joshua justin kevin martin matthew nathan oliver patrick peter richard samuel steven hello world welcome
  access enter open sesame trust letmein monster qwerty internet computer network wireless mobile phone number simple
  classic modern future digital global world planet galaxy universe rocket apollo phoenix mercury venus mars jupiter
  saturn neptune pluto hunter2 foo bar baz
`)

function split(text: string): readonly string[] {
  return [...new Set(text.trim().split(/\s+/))]
}
