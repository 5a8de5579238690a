// Stands in for CodeExample.vue.js of @scalar/blocks: the same card, with the code that the page writes.
import { ScalarCard, ScalarCardFooter, ScalarCardHeader, ScalarCardSection } from '@scalar/components/card'
import { getResolvedRef } from '@scalar/workspace-store/helpers/get-resolved-ref'
import { computed, defineComponent, h, ref, watch, watchEffect } from 'vue'
import ExamplePicker from './ExamplePicker.vue.js'
import HttpMethod from './HttpMethod.vue.js'

const PROPS = [
  'eventBus',
  'globalCookies',
  'method',
  'openapiVersion',
  'operation',
  'path',
  'requestBodyCompositionSelection',
  'selectedContentType',
  'selectedExample',
  'selectedServer',
]

const CodeExample = defineComponent({
  name: 'CodeExample',
  inheritAttrs: false,
  props: PROPS,
  emits: ['update:exampleKey'],
  setup(props, { slots, emit }) {
    const examples = computed(() => {
      const content = getResolvedRef(props.operation.requestBody)?.content ?? {}
      return content[props.selectedContentType || Object.keys(content)[0]]?.examples ?? {}
    })
    const example = ref('')
    const choose = (name) => {
      const names = Object.keys(examples.value)
      if (!names.includes(example.value)) example.value = names[0] ?? ''
      if (names.includes(name)) example.value = name
    }
    watch(
      () => [props.selectedExample, examples.value],
      () => choose(props.selectedExample),
      { immediate: true },
    )
    watchEffect(() => emit('update:exampleKey', example.value))
    const pick = (name) => {
      example.value = name
      props.eventBus.emit('workspace:update:selected-example', name)
    }
    const footer = () => [
      Object.keys(examples.value).length > 1
        ? h('div', { class: 'request-card-footer-addon' }, [
            h(ExamplePicker, { examples: examples.value, modelValue: example.value, 'onUpdate:modelValue': pick }),
          ])
        : undefined,
      slots.footer?.({ exampleName: example.value }),
    ]
    return () =>
      h(ScalarCard, { class: 'request-card dark-mode' }, () => [
        h(ScalarCardHeader, { class: 'pr-2.5' }, () => [
          h('span', { class: 'sr-only' }, 'Request Example for'),
          h(HttpMethod, { as: 'span', class: 'request-method', method: props.method }),
          slots.header?.(),
        ]),
        h(ScalarCardSection, { class: 'request-editor-section custom-scroll p-0' }, () =>
          h('svc-snippet', { subject: { ...props, selectedExample: example.value } }),
        ),
        h(ScalarCardFooter, { class: 'request-card-footer bg-b-3' }, footer),
      ])
  },
})

export { CodeExample as default }
