import { route } from 'svc'

const operation = route('/plc/recipes')

export const GET = operation({ summary: 'Recipes' }, ({ auth }) => ({ for: auth.name, recipes: ['rye', 'spelt'] }))
