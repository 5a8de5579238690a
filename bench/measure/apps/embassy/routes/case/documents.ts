import { reply, route } from 'svc'
import { allVisas, visa } from '../../lib/visas.ts'

const operation = route('/case/documents')

/** The state of a visa, so that the page need not ask for it. */
const stateOf = (wanted: string) => allVisas().find(({ id }) => id === wanted)?.state

export const POST = operation(
  { summary: 'Hand in a document', body: { visa: String, title: String } },
  async (request) => {
    const { id } = await visa.get(request, { id: request.body.visa })
    return reply(201, { visa: id, state: stateOf(id), title: request.body.title })
  },
)
