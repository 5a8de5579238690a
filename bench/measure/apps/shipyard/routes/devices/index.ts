import { route } from 'svc'
import { allDevices, device } from '../../lib/pairings.ts'

const operation = route('/devices')

export const GET = operation({ summary: 'My devices' }, (request) => device.filter(allDevices(), request))
