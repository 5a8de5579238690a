/** svc as a contestant: `listen()`, nothing logged. */
import { createContestApi } from './svc-app.ts'

await createContestApi().listen({ port: Number(process.env['PORT']), log: false })
