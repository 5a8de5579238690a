import { HttpError, route } from 'svc'
import { invoiceLink, invoices } from '../../../lib/invoices.ts'

const operation = route('/invoices/[number]')

export const GET = operation(
  { summary: 'An invoice, by a link from a mail', auth: invoiceLink, resource: null },
  async ({ auth }) => {
    const found = await invoices.get(auth.number)
    if (found === undefined) throw new HttpError(404, 'No such invoice')
    return found
  },
)
