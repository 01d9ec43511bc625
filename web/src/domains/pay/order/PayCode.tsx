// The QR code of a payment: black on white with its border, also in dark mode.
import { QRCode } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const SIZE = 220
const MARGIN = 4

export default function PayCode({ text }: { text: string }) {
  return (
    <QRCode
      role="img"
      aria-label={t('付款二维码')}
      value={text}
      size={SIZE}
      errorLevel="M"
      marginSize={MARGIN}
      color="black"
      bgColor="white"
      bordered={false}
    />
  )
}
