// An own assignment: the task, the tries so far, and the hand-in that is written. In a lesson and on its own page.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { workKind, workReason } from '@shuyuan/contract/course/work/work-codes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { useFormStart } from '../../../kernel/call/query.ts'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { minuteText } from '../../../kernel/text/short-date.ts'
import type { WorkProps } from '../learn/lesson-tools.ts'
import type { Own } from './draft.ts'
import { HandForm } from './HandForm.tsx'
import { OwnHands } from './OwnHands.tsx'
import { WorkFiles } from './WorkFiles.tsx'
import styles from './work.module.css'

export function WorkPanel({ courseId, fileId, onChange, heading }: WorkProps & { heading?: boolean }) {
  // a new number reads the assignment anew and mounts its form again
  const [round, setRound] = useState(0)
  return <Read key={round} courseId={courseId} fileId={fileId} heading={heading} onChange={onChange} again={() => setRound(round + 1)} />
}

type ReadProps = WorkProps & { heading: boolean | undefined; again: () => void }

function Read({ courseId, fileId, heading, onChange, again }: ReadProps) {
  const client = useQueryClient()
  const { data, error, refetch } = useFormStart(courseWork.detail, { courseId, fileId })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  const handed = () => {
    void client.invalidateQueries({ queryKey: [course.detail.path] })
    void client.invalidateQueries({ queryKey: [courseWork.mine.path] })
    onChange?.()
    again()
  }
  return (
    <div className={styles.panel}>
      <Task work={data} heading={heading} />
      {data.hands.length > 0 && <OwnHands work={data} />}
      {data.draft ? (
        <HandForm
          work={data}
          start={data.draft}
          onHanded={handed}
          reread={() => call(courseWork.detail, { courseId, fileId }).catch(() => undefined)}
        />
      ) : (
        data.reason && <Alert kind={data.reason === 'passed' ? 'success' : 'info'} role="status" title={tLabel(workReason[data.reason])} />
      )}
    </div>
  )
}

function Task({ work, heading }: { work: Own; heading: boolean | undefined }) {
  return (
    <section className={styles.task} aria-label={t('作业要求')}>
      {heading && <h1>{work.title}</h1>}
      <p className={styles.facts}>
        {factsOf(work).map((one) => (
          <span key={one}>{one}</span>
        ))}
      </p>
      <HtmlView html={work.content} />
      <WorkFiles files={work.attachments} label={t('附件')} />
      {work.rubric.length > 0 && (
        <details>
          <summary>{t('评分标准')}</summary>
          <ul>
            {work.rubric.map((one) => (
              <li key={one.id}>
                {one.text} <small>{one.points > 0 ? `+${one.points}` : one.points}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function factsOf(work: Own): string[] {
  const kinds = work.kinds.map((kind) => tLabel(workKind[kind])).join(t('、'))
  return [
    t('满分 {{max}} 分，{{pass}} 分通过', { max: work.maxScore, pass: work.passScore }),
    ...(work.dueTime === null ? [] : [t('{{time}} 截止', { time: minuteText(work.dueTime) })]),
    ...(work.late && work.latePercent > 0 ? [t('逾期每天扣 {{n}}%', { n: work.latePercent })] : []),
    ...(work.tries > 0 ? [t('可提交 {{n}} 次', { n: work.tries })] : []),
    ...(work.kinds.length > 0
      ? [t('文件：{{kinds}}，最多 {{n}} 个，每个 {{mb}} MB 以内', { kinds, n: work.mostFiles, mb: work.mostMb })]
      : []),
  ]
}
