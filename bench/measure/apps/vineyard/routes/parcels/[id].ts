import { route } from 'svc'
import { z } from 'zod'
import { change, isOwned, parcel } from '../../lib/parcels.ts'

const operation = route('/parcels/[id]')

export const resource = parcel

const Change = z.object({ grape: z.string(), rows: z.number().int().positive() })

export const GET = operation({ summary: 'One parcel' }, ({ resources }) => resources.parcel)

export const PATCH = operation(
  { summary: 'What grows there', resource: parcel.only(isOwned), body: Change },
  ({ resources, body }) => change(resources.parcel, body),
)
