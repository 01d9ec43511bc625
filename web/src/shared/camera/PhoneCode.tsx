// The QR code of a page for a phone. It brings Ant Design, so that pages of learners load it when they show it.
import { QRCode } from 'antd'
import { useSite } from '../session/session.ts'
import { phoneAddress } from './QrDialog.tsx'

const SIZE = 200
/** the light border that scanners need, in modules of the code; also in dark mode */
const MARGIN = 4

/** @param path of the page on this site */
export function PhoneCode({ path }: { path: string }) {
  const address = phoneAddress(useSite()?.h5Host ?? '', path)
  return (
    <QRCode
      role="img"
      aria-label={address}
      value={address}
      size={SIZE}
      marginSize={MARGIN}
      color="black"
      bgColor="white"
      bordered={false}
    />
  )
}
