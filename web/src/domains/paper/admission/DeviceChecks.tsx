// The checks of 设备检测; each has a result and advice.
import { useEffect, useRef, useState } from 'react'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { focusFirst } from '../../../kernel/plain/Dialog.tsx'
import { useMe } from '../../../shared/session/session.ts'
import { type CheckName, type Finding, runCheck } from './device-checks.ts'
import { LevelMeter } from './LevelMeter.tsx'
import styles from './device.module.css'

/** What the exam uses. */
export type DeviceTestProps = { examId: string; camera: boolean; microphone: boolean; screen: boolean; fullScreen: boolean }
type Findings = Partial<Record<CheckName, Finding>>

const titles: Record<CheckName, PlainText> = {
  network: '网络',
  socket: '实时连接',
  storage: '本地存储',
  clock: '本机时间',
  fullScreen: '全屏',
  screen: '屏幕录制',
  camera: '摄像头',
  microphone: '麦克风',
}
const marks = {
  good: { icon: '✓', word: '正常' },
  warn: { icon: '!', word: '注意' },
  bad: { icon: '✗', word: '异常' },
} as const

/** Starts all checks in parallel on mount. */
function useChecks(names: readonly CheckName[], examId: string) {
  const { id: userId } = useMe()
  const video = useRef<HTMLVideoElement>(null)
  const [findings, setFindings] = useState<Findings>({})
  const [voice, setVoice] = useState<MediaStream>()
  const stop = useRef<() => void>(undefined)
  const key = names.join()
  useEffect(() => {
    let isUnmounted = false
    let heard: MediaStream | undefined
    const quiet = () => heard?.getTracks().forEach((track) => track.stop())
    const hear = (stream: MediaStream) => {
      heard = stream
      if (isUnmounted) quiet()
      else setVoice(stream)
    }
    const show = (stream: MediaStream, close: () => void) => {
      if (isUnmounted || !video.current) return close()
      stop.current = close
      video.current.srcObject = stream
      return void video.current.play().catch(() => undefined)
    }
    for (const name of key.split(',') as CheckName[])
      void runCheck(name, { examId, userId, show, hear }).then(
        (finding) => !isUnmounted && setFindings((before) => ({ ...before, [name]: finding })),
      )
    return () => {
      isUnmounted = true
      quiet()
      stop.current?.()
      stop.current = undefined
    }
  }, [key, examId, userId])
  return { findings, video, voice }
}

export function DeviceChecks({
  examId,
  camera,
  microphone,
  screen,
  fullScreen,
  onAgain,
  onClose,
}: DeviceTestProps & { onAgain: () => void; onClose: () => void }) {
  const names: CheckName[] = [
    'network',
    'socket',
    'storage',
    'clock',
    ...(fullScreen ? ['fullScreen' as const] : []),
    ...(screen ? ['screen' as const] : []),
    ...(camera ? ['camera' as const] : []),
    ...(microphone ? ['microphone' as const] : []),
  ]
  const { findings, video, voice } = useChecks(names, examId)
  const found = names.flatMap((name) => findings[name] ?? [])
  const isDone = found.length === names.length
  const worst = found.some((one) => one.verdict === 'bad') ? 'bad' : found.some((one) => one.verdict === 'warn') ? 'warn' : 'good'
  return (
    <div className={styles.device}>
      <div aria-live="polite">{isDone && <Alert kind={summaryType[worst]} title={t(summary[worst])} />}</div>
      <ul>
        {names.map((name) => (
          <CheckRow key={name} title={t(titles[name])} finding={findings[name]} />
        ))}
      </ul>
      {camera && <video ref={video} muted playsInline aria-label={t('摄像头画面')} hidden={findings.camera?.verdict !== 'good'} />}
      {voice && <LevelMeter stream={voice} />}
      <div className={styles.deviceButtons}>
        <Button disabled={!isDone} onClick={onAgain}>
          {t('重新检测')}
        </Button>
        <Button strong {...focusFirst} onClick={onClose}>
          {t('知道了')}
        </Button>
      </div>
    </div>
  )
}

const summaryType = { good: 'success', warn: 'warning', bad: 'error' } as const
const summary = {
  good: '设备正常，可以参加考试。',
  warn: '可以参加考试，请留意下面的提示。',
  bad: '有项目异常，请按提示处理后重新检测。',
} as const

function CheckRow({ title, finding }: { title: string; finding: Finding | undefined }) {
  const mark = finding && marks[finding.verdict]
  return (
    <li data-verdict={finding?.verdict ?? 'running'}>
      <span className={styles.deviceMark} aria-hidden="true">
        {mark ? mark.icon : '…'}
      </span>
      <div>
        <b>{title}</b> <span className={styles.deviceWord}>{mark ? t(mark.word) : t('检测中…')}</span>
        {finding && <p>{finding.text}</p>}
        {finding?.help && <p className={styles.deviceHelp}>{finding.help}</p>}
      </div>
    </li>
  )
}
