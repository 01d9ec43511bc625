// A QR code by which a phone takes the picture for this page.
import { type camPurpose, sysCam } from '@shuyuan/contract/sys/face/cam.ts'
import { QRCode } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../kernel/call/api.ts'
import { useCall } from '../kernel/call/query.ts'
import { t } from '../kernel/i18n.ts'
import { phoneAddress } from './QrDialog.tsx'
import { useSite } from './session.ts'

const ASK_MS = 2_000

type PhoneCameraProps = { purpose: keyof typeof camPurpose; onPicture: (base64: string) => void }

export function PhoneCamera({ purpose, onPicture }: PhoneCameraProps) {
  const { data } = useCall(sysCam.open, { purpose }, { quiet: true, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const address = phoneAddress(useSite()?.h5Host ?? '', `/pages/cam?k=${data?.key ?? ''}`)
  const key = data?.key
  const given = useEffectEvent(onPicture)
  useEffect(() => {
    if (key === undefined) return undefined
    const ask = async () => {
      try {
        const { base64 } = await call(sysCam.take, { key }, { quiet: true })
        if (base64 === '') return
        given(base64)
      } catch {
        // expired: the page offers a new code
      }
      clearInterval(timer)
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => clearInterval(timer)
  }, [key])
  if (!data) return null
  return (
    <div>
      <QRCode value={address} aria-label={address} />
      <p>{t('用手机扫码拍照，3 分钟内有效；手机需要能通过 https 打开本站。')}</p>
    </div>
  )
}
