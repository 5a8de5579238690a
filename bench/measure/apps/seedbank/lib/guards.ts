import { type AuthRequest, type SessionUser } from 'svc/security'

/** People who were trained for the cold room, and until when. */
const trainings = new Map([['kurt', '2099-01-31']])

// Stands for a question to the staff office.
const isTrained = async ({ name }: SessionUser): Promise<boolean> =>
  (trainings.get(name) ?? '') > new Date().toISOString()

const isKeeper = ({ role }: SessionUser): boolean => role === 'keeper'

/** Keepers who were trained for the cold room. */
export const mayWithdraw = async (user: SessionUser): Promise<boolean> => isKeeper(user) && (await isTrained(user))

/** A clearance of 3 or more. */
export const mayEnterVault = ({ clearance }: SessionUser): boolean => Number(clearance) >= 3

export const isCurator = ({ role }: SessionUser): boolean => role === 'curator'

const OUR_PAGES = process.env['OUR_PAGES'] ?? 'https://seedbank.example'

/** The terminal of the cold room has a browser that sends no `Origin`: its `Referer` is looked at. */
export function isFromOurPages({ headers }: Pick<AuthRequest, 'headers'>): boolean {
  const referrer = headers.get('referer')
  return referrer !== null && URL.canParse(referrer) && new URL(referrer).origin === OUR_PAGES
}
