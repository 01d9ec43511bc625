// Before the start: the notice of recording, and the candidate's answer to it.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { useEffect, useEffectEvent } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { recordable } from './sources.ts'
import { askToKeep } from './space.ts'
import { SpaceNote } from './SpaceNote.tsx'
import styles from './record.module.css'

type ConsentStepProps = {
  examId: string
  /** whether nothing of the recording stands against the start */
  onReady: (isReady: boolean) => void
}

/** Tells the candidate what this browser cannot record, before the exam begins. */
function obstacle(need: { camera: boolean; sound: boolean; screen: boolean }): string {
  switch (recordable(need)) {
    case 'screen':
      return t('本场考试录制整个屏幕，需在电脑上使用 Chrome 或 Edge 作答。')
    case 'no':
      return t('这个浏览器不能录制本场考试，请换用电脑上的 Chrome 或 Edge 浏览器。')
    default:
      return ''
  }
}

export function ConsentStep({ examId, onReady }: ConsentStepProps) {
  const need = useCall(record.need, { examId }, { quiet: true, refetchOnWindowFocus: true })
  const answer = useCommand(record.consent, { refresh: [record.need] })
  if (!need.data) return <PageLoading shape="form" rows={3} />
  const { text, textHash, agreed, exempt } = need.data
  const problem = exempt ? '' : obstacle(need.data)
  const isReady = exempt || (agreed === true && problem === '')
  const give = async (value: boolean) => {
    // some browsers ask, so it belongs to the click
    if (value) void askToKeep()
    await answer.mutateAsync({ examId, textHash, agreed: value }).catch(() => need.refetch())
  }
  return (
    <section className={styles.consent} aria-label={t('录制说明')}>
      <Ready isReady={isReady} onReady={onReady} />
      <h2>{t('录制说明')}</h2>
      {exempt ? (
        <Alert kind="success" role="status" title={t('监考老师已为您免除录制，可以直接开始考试。')} />
      ) : (
        <>
          <p>{text}</p>
          {problem !== '' && <Alert kind="warning" title={problem} />}
          {problem === '' && agreed !== false && <SpaceNote camera={need.data.camera} sound={need.data.sound} screen={need.data.screen} />}
          {agreed === true && problem === '' && <Alert kind="success" role="status" title={t('您已同意录制。')} />}
          {agreed === false && (
            <Alert kind="info" role="status" title={t('您没有同意录制，不能开始考试。您可联系监考老师安排其他方式。')} />
          )}
          <div className={styles.answers}>
            {agreed !== true && (
              <Button strong busy={answer.isPending} onClick={() => void give(true)}>
                {t('同意并继续')}
              </Button>
            )}
            {agreed !== false && (
              <Button busy={answer.isPending} onClick={() => void give(false)}>
                {agreed === true ? t('撤回同意') : t('不同意')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  )
}

/** Tells the form after each change. */
function Ready({ isReady, onReady }: { isReady: boolean; onReady: (isReady: boolean) => void }) {
  const tell = useEffectEvent(onReady)
  useEffect(() => tell(isReady), [isReady])
  return null
}
