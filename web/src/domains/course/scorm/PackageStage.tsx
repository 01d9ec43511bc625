// A SCORM package in a lesson: opens a part, passes on what it reports, and shows how its parts stand.
import { courseScorm, ScormStatus, scormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useMe } from '../../../shared/session/session.ts'
import type { PackageProps } from '../learn/lesson-tools.ts'
import { PackageFrame } from './PackageFrame.tsx'
import { PackageReports } from './package-reports.ts'
import styles from './package.module.css'
import { reportOf, storedReports } from './stored-reports.ts'

type Opened = Data<typeof courseScorm.open>
type Saved = Data<typeof courseScorm.save>
type Part = Opened['items'][number]
const AGAIN_MS = 10_000
const SAVE_MS = 8_000

const noteOf = ({ outcome, score }: Part) =>
  outcome === ScormStatus.none ? '' : [tLabel(scormStatus[outcome]), ...(score === null ? [] : [t('{{n}} 分', { n: score })])].join(' ')

const reportsOf = (userId: string, courseId: string, fileId: string) =>
  new PackageReports({
    stored: storedReports(userId, courseId, fileId),
    save: (report, keepalive) => call(courseScorm.save, report, { quiet: true, keepalive, timeoutMs: SAVE_MS }),
  })

/** What the browser names the pages of a frame: of no origin, or of the second host name. */
const originOf = ({ url, sandbox }: Opened) => (sandbox.includes('allow-same-origin') ? new URL(url, location.href).origin : 'null')

/** Passes on what the frames of this package report. */
function useReports(reports: PackageReports, opened: Opened | undefined, onSaved: (saved: Saved, track: string) => void): boolean {
  const [isWaiting, setWaiting] = useState(false)
  const saved = useEffectEvent(onSaved)
  const isOwn = useEffectEvent((origin: string) => opened !== undefined && origin === originOf(opened))
  useEffect(() => {
    reports.tell({ onWaiting: setWaiting, onSaved: (answer, { track }) => saved(answer, track) })
    const take = ({ data, origin }: MessageEvent<unknown>) => {
      const sent = isOwn(origin) && (data as { kind?: unknown } | null)?.kind === 'scorm' ? reportOf(data) : undefined
      if (sent) reports.take(sent)
    }
    const again = () => void reports.send()
    const last = () => void reports.send(true)
    window.addEventListener('message', take)
    window.addEventListener('online', again)
    window.addEventListener('pagehide', last)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      reports.tell(undefined)
      window.removeEventListener('message', take)
      window.removeEventListener('online', again)
      window.removeEventListener('pagehide', last)
      clearInterval(timer)
    }
  }, [reports])
  return isWaiting
}

/** Opens the parts of a package; reports of an earlier visit are sent before. */
function usePackage({ courseId, fileId, onReport }: PackageProps) {
  const { id: userId } = useMe()
  const [opened, setOpened] = useState<Opened>()
  const [error, setError] = useState<Error>()
  const [isOutdated, setOutdated] = useState(false)
  const [reports] = useState(() => reportsOf(userId, courseId, fileId))
  const isWaiting = useReports(reports, opened, ({ outcome, score, finished, isNewest }, track) => {
    if (track === opened?.track) {
      setOpened({ ...opened, items: opened.items.map((one, at) => (at === opened.item ? { ...one, outcome, score } : one)) })
      setOutdated(!isNewest)
    }
    onReport(finished)
  })
  const open = async (item?: number) => {
    try {
      if (!(await reports.send())) throw new Error(t('上次的学习数据还没有上报，请检查网络后重试'))
      setOpened(await call(courseScorm.open, { courseId, fileId, ...(item === undefined ? {} : { item }) }, { quiet: true }))
      setOutdated(false)
      setError(undefined)
    } catch (failure) {
      setError(failure as Error)
    }
  }
  const begin = useEffectEvent(() => void open())
  useEffect(() => void Promise.resolve().then(() => begin()), [])
  return { opened, error, isWaiting, isOutdated, open }
}

export function PackageStage(props: PackageProps) {
  const { opened, error, isWaiting, isOutdated, open } = usePackage(props)
  if (error) return <PageError error={error} onRetry={() => void open(opened?.item)} />
  if (!opened) return <PageLoading shape="form" rows={3} />
  const parts = opened.items.map((one) => ({ ...one, note: noteOf(one) }))
  return (
    <>
      {isOutdated && (
        <p role="alert" className={styles.packageNote}>
          {t('本课件已在其他页面打开，本页的进度不再保存')}
        </p>
      )}
      {isWaiting && (
        <p role="status" className={styles.packageNote}>
          {t('网络已断开，学习数据先保存在本机，恢复后自动上报。')}
        </p>
      )}
      <PackageFrame title={props.title} frame={opened} parts={parts} part={opened.item} onPart={(part) => void open(part)} />
    </>
  )
}
