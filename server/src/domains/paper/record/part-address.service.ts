// Addresses of stored parts of recordings: for one person who is signed in, and for some hours.
import { signedParts } from '../../../kernel/files/signed-file.ts'

export const mediaKey = (id: string) => `paper-media/${id}`
const ADDRESS_HOURS = 3

/** Answers ranges of bytes of a part, to this person. @param secret of the site's storage */
export function mediaAddress(secret: Parameters<typeof signedParts>[0], id: string, userId: string, now: Date): string {
  const { e, u, s } = signedParts(secret, mediaKey(id), now, ADDRESS_HOURS, userId)
  return `/api/paper/evidence/media/${id}/${e}/${u}/${s}`
}
