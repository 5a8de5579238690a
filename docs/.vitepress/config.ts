import { defineConfig } from 'vitepress'
import { unlinkOutside } from './outside-links.ts'

export default defineConfig({
  title: 'svc',
  description: 'HTTP APIs in which authentication is declared, inherited, documented and proven',
  cleanUrls: true,
  // Everything that a page needs comes from its own host.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    config: (md) => {
      md.core.ruler.push('outside-links', ({ env, tokens }) => unlinkOutside(env.relativePath, tokens))
    },
  },
  srcExclude: ['node_modules/**'],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'A journal, step by step', link: '/tutorial' },
      { text: 'API', link: '/reference/api/svc' },
    ],
    sidebar: [
      {
        text: 'Write',
        items: [
          { text: 'Start', link: '/start' },
          { text: 'A journal, step by step', link: '/tutorial' },
          { text: 'Authentication', link: '/authentication' },
          { text: 'Kinds of your own', link: '/own-kinds' },
          { text: 'Levels and files', link: '/levels' },
          { text: 'Whose record is it?', link: '/resources' },
          { text: 'Requests and responses', link: '/requests' },
          { text: 'Sessions and CSRF', link: '/sessions' },
          { text: 'Passwords', link: '/passwords' },
          { text: 'JWT and OpenID', link: '/tokens' },
          { text: 'Validation', link: '/validation' },
          { text: 'Errors and exceptions', link: '/exceptions' },
          { text: 'Why a request was refused', link: '/refusals' },
          { text: 'Middleware and mounts', link: '/middleware' },
          { text: 'Event streams and WebSockets', link: '/streams' },
          { text: 'The reference page', link: '/reference-page' },
        ],
      },
      {
        text: 'Test',
        items: [
          { text: 'Testing auth', link: '/testing-auth' },
          { text: 'Testing handlers', link: '/testing-handlers' },
          { text: 'Servers made with something else', link: '/testing-servers' },
          { text: 'Measured on public applications', link: '/measured' },
          { text: 'In CI', link: '/ci' },
          { text: 'The catalogue of requests', link: '/catalogue' },
          { text: 'The OWASP API list', link: '/owasp' },
        ],
      },
      {
        text: 'Run',
        items: [
          { text: 'Deploying', link: '/deploying' },
          { text: 'Redis', link: '/redis' },
          { text: 'Configuration and environment', link: '/configuration' },
          { text: 'Command line', link: '/command-line' },
        ],
      },
      {
        text: 'With others',
        items: [
          { text: 'Inside and beside others', link: '/interop' },
          { text: 'Moving from Express', link: '/moving/express' },
          { text: 'Moving from Fastify', link: '/moving/fastify' },
          { text: 'Moving from Hono', link: '/moving/hono' },
          { text: 'Moving from FastAPI', link: '/moving/fastapi' },
          { text: 'Moving from django-ninja', link: '/moving/django-ninja' },
        ],
      },
      {
        text: 'Reference',
        items: [
          { text: 'Errors', link: '/reference/errors' },
          { text: 'Exports', link: '/reference/exports' },
          { text: 'API: svc', link: '/reference/api/svc' },
          { text: 'API: svc/security', link: '/reference/api/security' },
          { text: 'API: svc/testing', link: '/reference/api/testing' },
          { text: 'Semantics', link: '/semantics' },
          { text: 'Security', link: '/security' },
          { text: 'Architecture', link: '/architecture' },
          { text: 'Performance', link: '/performance' },
        ],
      },
    ],
  },
})
