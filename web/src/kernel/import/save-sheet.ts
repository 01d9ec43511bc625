// Offers a sheet that came inside an answer as a download.
import { save } from '../call/api.ts'

/** @param sheet in base64 */
export const saveSheet = ({ name, sheet }: { name: string; sheet: string }) =>
  save(new Blob([Uint8Array.from(atob(sheet), (sign) => sign.charCodeAt(0))]), name)
