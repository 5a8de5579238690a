import { route } from 'svc'

const operation = route('/lines/[line]/invoices')

export const GET = operation({ summary: 'Invoices of a line' }, ({ resources }) => resources.line.invoices)
