import { route } from 'svc'
import { invoice, linkTo } from '../../../lib/invoices.ts'

const operation = route('/invoices/[number]/link')

export const POST = operation({ summary: 'A link to show to others', resource: invoice }, ({ resources }) =>
  linkTo(resources.invoice.number),
)
