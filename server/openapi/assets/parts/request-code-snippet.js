// Stands in for RequestCodeSnippet.vue.js of @scalar/api-client: a place for the code that the page writes.
import { h } from 'vue'

const RequestCodeSnippet = (subject) => h('svc-snippet', { subject: { ...subject, isOpenRequest: true } })
RequestCodeSnippet.props = [
  'globalCookies',
  'method',
  'openapiVersion',
  'operation',
  'path',
  'requestBodyCompositionSelection',
  'selectedExample',
  'selectedServer',
]
RequestCodeSnippet.inheritAttrs = false
export { RequestCodeSnippet as default }
