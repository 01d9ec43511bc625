// The QR code of a learner's page, for phones: shown, and downloaded as a picture.
import { Button, Flex, Modal, QRCode, Typography } from 'antd'
import { useRef } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useSite } from '../session/session.ts'

const SIZE = 288
/** the light border that scanners need, in modules of the code; also in dark mode */
const MARGIN = 4

/** The address of a learner's page on phones: 移动端地址 of the site settings, else the address of this page. */
export const phoneAddress = (h5Host: string, path: string) => (h5Host || window.location.origin).replace(/\/$/, '') + path

type QrDialogProps = {
  /** shown above the code and used as the name of the file */
  name: string
  /** the path of the learner's page */
  path: string
  onClose: () => void
}

export function QrDialog({ name, path, onClose }: QrDialogProps) {
  const box = useRef<HTMLDivElement>(null)
  const address = phoneAddress(useSite()?.h5Host ?? '', path)
  const download = () => {
    const link = document.createElement('a')
    link.href = box.current?.querySelector('canvas')?.toDataURL('image/png') ?? ''
    link.download = `${name}.png`
    link.click()
  }
  return (
    <Modal
      open
      title={t('二维码')}
      width={400}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('关闭')}</Button>
          <Button type="primary" onClick={download}>
            {t('下载图片')}
          </Button>
        </>
      }
    >
      <Flex vertical gap="small" align="center">
        <Typography.Text strong>{name}</Typography.Text>
        <div ref={box}>
          <QRCode
            role="img"
            aria-label={address}
            type="canvas"
            value={address}
            size={SIZE}
            errorLevel="M"
            marginSize={MARGIN}
            color="black"
            bgColor="white"
            bordered={false}
          />
        </div>
        <Typography.Text type="secondary" copyable>
          {address}
        </Typography.Text>
      </Flex>
    </Modal>
  )
}
