/** svc as a contestant: `listen()`, nothing logged. */
import { createNamedApi } from './svc-app.ts'

await createNamedApi().listen({ port: Number(process.env['PORT']), log: false })
