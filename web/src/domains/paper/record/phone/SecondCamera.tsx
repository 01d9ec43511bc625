// The page of a phone that is the second camera of an exam: it stays open beside the candidate and records until the hand-in.
import { LOW_BATTERY, paperPhone } from '@shuyuan/contract/paper/record/phone.ts'
import { useRef, useSyncExternalStore } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { megabytes } from '../UploadNote.tsx'
import { recordable } from '../sources.ts'
import { useAwake } from './phone-device.ts'
import { phoneSender, type PhoneEnd, useSecondCamera } from './useSecondCamera.ts'
import styles from './phone.module.css'

export function SecondCamera({ phoneKey }: { phoneKey: string }) {
  const look = useCall(paperPhone.join, { key: phoneKey, look: true }, { quiet: true, noRetry: true, staleTime: Number.POSITIVE_INFINITY })
  const video = useRef<HTMLVideoElement>(null)
  const show = (stream: MediaStream) => {
    if (video.current) video.current.srcObject = stream
  }
  const camera = useSecondCamera(phoneKey, { isReady: look.data !== undefined, onStream: show })
  useAwake(camera.isOn)
  if (camera.end) return <End why={camera.end} hasRecorded={camera.hasRecorded} onTake={() => void camera.start(camera.back)} />
  if (!look.data) return look.error ? <End why="expired" hasRecorded={false} /> : <PageLoading />
  if (recordable({ camera: true, sound: false, screen: false }) !== 'yes' && isSecureContext)
    return (
      <Alert kind="error" title={t('这个浏览器不能录制。请用手机自带的浏览器或 Chrome 打开；在微信里请点右上角，选择“在浏览器打开”。')} />
    )
  return (
    <div className={styles.phone}>
      <h1>{look.data.examTitle}</h1>
      <figure className={styles.preview} hidden={!camera.isOn}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it is silent */}
        <video ref={video} muted playsInline autoPlay aria-label={t('摄像头画面')} />
        <figcaption role="status" data-on={camera.state === 'recording'}>
          {camera.state === 'recording' ? t('录制中') : t('未在录制')}
        </figcaption>
      </figure>
      {camera.isOn ? <Running camera={camera} /> : <Before />}
      {camera.problem && (
        <Alert
          kind="error"
          title={camera.problem.text}
          description={camera.problem.help}
          action={<Button onClick={() => void camera.start(camera.back)}>{t('重试')}</Button>}
        />
      )}
      {camera.isOn ? (
        <Button onClick={() => void camera.start(!camera.back)}>{t('切换前后镜头')}</Button>
      ) : (
        <Button strong onClick={() => void camera.start(true)}>
          {t('开始录制')}
        </Button>
      )}
    </div>
  )
}

function Before() {
  return (
    <ul>
      <li>{t('这部手机是本场考试的第二机位，画面随考试录像保存，不录声音。')}</li>
      <li>{t('把手机横放在侧后方约一米处，拍到双手、桌面和屏幕。')}</li>
      <li>{t('接上电源，打开勿扰模式；不要锁屏，也不要切换到其他应用。')}</li>
    </ul>
  )
}

function Running({ camera: { online, battery, state } }: { camera: ReturnType<typeof useSecondCamera> }) {
  return (
    <>
      <p className={styles.turn}>{t('请把手机横过来。')}</p>
      {state === 'lost' && <Alert kind="warning" title={t('录制已中断，正在重新打开摄像头…')} />}
      {state === 'muted' && <Alert kind="warning" title={t('录制已中断：摄像头没有画面，恢复后自动继续。')} />}
      {!online && <Alert kind="warning" title={t('网络不通，画面先存在手机里，恢复后自动上传。')} />}
      {battery !== null && battery < LOW_BATTERY && <Alert kind="warning" title={t('手机电量只剩 {{n}}%，请接上电源。', { n: battery })} />}
      <p>{t('请保持本页打开，直到考试结束。')}</p>
    </>
  )
}

function End({ why, hasRecorded, onTake }: { why: PhoneEnd; hasRecorded: boolean; onTake?: () => void }) {
  const sender = phoneSender()
  const unsent = useSyncExternalStore(
    (listener) => sender.follow(listener),
    () => sender.unsent,
  )
  if (why === 'elsewhere')
    return (
      <Alert
        kind="info"
        role="status"
        title={t('已由另一部手机接替，这部手机不再录制。')}
        action={<Button onClick={onTake}>{t('改用这部手机')}</Button>}
      />
    )
  if (unsent > 0) return <Alert kind="info" role="status" title={t('正在上传录像，请勿关闭页面（{{n}} MB）', { n: megabytes(unsent) })} />
  if (hasRecorded) return <Alert kind="success" role="status" title={t('考试已结束，录像已上传，可以关闭本页。')} />
  return <Alert kind="info" role="status" title={t('考试已结束或二维码已失效，可以关闭本页；还在考试的，请在电脑上重新显示二维码。')} />
}
