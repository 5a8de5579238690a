import { jwt, refreshTokens, signJwt } from 'svc/identity'
import { findDriver } from './drivers.ts'

const own = {
  issuer: 'https://parcels.example',
  audience: 'driver-app',
  secret: process.env['PARCELS_SECRET'] ?? 'the secret of the parcels, known to no other program',
}

export const sign = signJwt(own)

/** The app of a driver, by the access token of a login. */
export const driver = jwt({
  ...own,
  typ: 'at+jwt',
  name: 'Driver',
  map: async (claims) => {
    const found = await findDriver(claims.sub)
    return found
  },
})

export const tokens = refreshTokens({
  sign,
  claims: async (claims) => {
    const found = await findDriver(claims.sub)
    return found === null ? null : { sub: found.id }
  },
})
