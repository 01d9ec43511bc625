// The sign-in code for a projector: it fills the window, and changes by itself.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { SignWay } from '@shuyuan/contract/course/room/room-codes.ts'
import { QRCode, Segmented } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { spanText } from '../span-text.ts'
import styles from './desk.module.css'

const AGAIN_MS = 5_000
const MARGIN = 4
/** Drawn once in this size, and scaled by the style sheet. */
const SIZE = 1_000

const full = () => document.documentElement.requestFullscreen?.().catch(() => undefined)

export function CodeScreen({ id, onClose }: { id: string; onClose: () => void }) {
  const [way, setWay] = useState<SignWay>('in')
  const place = useRef<HTMLDialogElement>(null)
  // the code lives for 15 s after which the one before is still taken, so that asking every 5 s never shows a code that is over
  const { data, error } = useCall(
    courseRoom.code,
    { id, way },
    { quiet: true, refetchInterval: AGAIN_MS, refetchIntervalInBackground: true, staleTime: 0 },
  )
  const close = useEffectEvent(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    onClose()
  })
  useEffect(() => {
    const dialog = place.current
    dialog?.showModal()
    const onCancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    dialog?.addEventListener('cancel', onCancel)
    return () => dialog?.removeEventListener('cancel', onCancel)
  }, [])
  return createPortal(
    <dialog ref={place} className={styles.screen} aria-label={tLabel('签到码')}>
      <header>
        <div>
          <h2>{data?.title}</h2>
          {data && (
            <p>
              {spanText(data.startTime, data.endTime)} · {data.place}
            </p>
          )}
        </div>
        <div className={styles.screenTools}>
          {data?.signOut && (
            <Segmented<SignWay>
              value={way}
              onChange={setWay}
              options={[
                { value: 'in', label: tLabel('签到') },
                { value: 'out', label: tLabel('签退') },
              ]}
            />
          )}
          <Button onClick={() => void full()}>{t('全屏')}</Button>
          <Button onClick={() => close()}>{t('关闭')}</Button>
        </div>
      </header>
      {error && <Alert kind="error" title={error.message} />}
      {data && !data.open && (
        <Alert
          kind="warning"
          role="status"
          title={t('现在不在签到时间内：{{span}} 可以签到', { span: spanText(data.signFrom, data.signUntil) })}
        />
      )}
      <div className={styles.screenBody}>
        <div className={styles.screenCode}>
          {data && (
            <QRCode
              key={data.code}
              role="img"
              aria-label={way === 'in' ? t('签到二维码') : t('签退二维码')}
              type="svg"
              value={`${window.location.origin}/web/room/sign/${data.code}`}
              size={SIZE}
              errorLevel="M"
              marginSize={MARGIN}
              color="black"
              bgColor="white"
              bordered={false}
            />
          )}
        </div>
        <div className={styles.screenSide}>
          <p className={styles.screenCount}>
            <b>{data ? (way === 'in' ? data.present : data.left) : '–'}</b>
            <span>/ {data?.taken ?? '–'}</span>
          </p>
          <p>{way === 'in' ? t('人已签到') : t('人已签退')}</p>
          <p>{t('用手机相机扫码。二维码每 15 秒更换一次，截图无效。')}</p>
          <ul aria-label={t('刚刚签到的人')}>
            {data?.names.map((name, at) => (
              // two people may have the same name
              // oxlint-disable-next-line react/no-array-index-key -- the order is the content
              <li key={`${name} ${at}`}>{name}</li>
            ))}
          </ul>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
