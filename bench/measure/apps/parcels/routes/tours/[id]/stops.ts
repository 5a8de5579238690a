import { reply, route } from 'svc'

const operation = route('/tours/[id]/stops')

export const POST = operation(
  { summary: 'A parcel was handed over', body: { parcel: String } },
  ({ body, resources }) => reply(201, { parcel: body.parcel, tour: resources.tour.id }),
)
