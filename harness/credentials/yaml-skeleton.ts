import { stringify } from 'yaml'
import type { Skeleton } from './skeleton.ts'
import { findNode, NODE } from './skeleton-node.ts'

/** First fixtures of a server as YAML, which needs no package beside it. */
export function printYaml(skeleton: Skeleton): string {
  return (
    '# What svc test-auth needs to know of a server. Secrets come from the environment: ${NAME}.\n' +
    stringify(skeleton, (_, value: unknown) => {
      const node = findNode(value)
      return node?.[NODE] === 'secret' ? `\${${node.variable}}` : value
    })
  )
}
