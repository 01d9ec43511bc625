// Banners above the question: write lock, network, end of time.
import type { ReactNode } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import type { PaperSessionView } from '../save/paper-session-view.ts'
import styles from './room.module.css'

type BannersProps = {
  phase: PaperSessionView['phase']
  holder: PaperSessionView['holder']
  timeUp: boolean
  offline: boolean
  /** reason of a forced close in progress; '': none */
  notice: string
  /** reason of the last refused hand-in; '': none */
  problem: string
  onTake: () => void
  /** the monitor's messages */
  watch: ReactNode
  /** the recorder of an exam that records */
  recording: ReactNode
}

export function Banners({ phase, holder, timeUp, notice, offline, problem, onTake, watch, recording }: BannersProps) {
  return (
    <div className={styles.roomBanners} aria-live="polite">
      {phase === 'elsewhere' && (
        <Alert
          kind="error"
          title={holder === 'tab' ? t('已在另一个标签页继续考试') : t('已在其他设备继续考试')}
          description={t('本页面只能查看，不能作答。')}
          action={<Button onClick={onTake}>{holder === 'tab' ? t('在此标签页继续考试') : t('在本设备继续考试')}</Button>}
        />
      )}
      {phase === 'open' && notice !== '' && <Alert kind="error" title={t('监考正在收卷')} description={notice} />}
      {phase === 'open' && timeUp && <Alert kind="warning" title={t('考试时间已到，正在收卷…')} />}
      {phase === 'open' && offline && !timeUp && (
        <Alert kind="warning" title={t('网络已断开，可以继续作答。答案已存在本机，恢复后自动上传。')} />
      )}
      {watch}
      {recording}
      {phase === 'open' && problem !== '' && <Alert kind="info" title={problem} />}
    </div>
  )
}
