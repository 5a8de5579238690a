import { route } from 'svc'

const operation = route('/agencies/[agency]/sales')

export const GET = operation({ summary: 'Sales of an agency' }, ({ resources }) => resources.agency.sales)
