import { route } from 'svc'

const operation = route('/companies/[company]/invoices')

export const GET = operation({ summary: 'Invoices of a company' }, ({ resources }) => resources.company.invoices)
