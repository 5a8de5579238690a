import { operation } from 'svc'
import { all } from 'svc/security'
import { carBox, driver } from '../../lib/drivers.ts'

export const POST = operation(
  { summary: 'Where a car is', auth: all(driver, carBox), body: { street: String } },
  ({ auth: [phone, box], body }) => ({ car: phone.car, box: box?.plate, street: body.street }),
)
