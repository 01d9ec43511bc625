// A trial of an exam or a template by its maker: the exam room with a paper that is stored nowhere, and its marks.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { trial } from '@shuyuan/contract/paper/trial.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError } from '../../../../kernel/piece/PageState.tsx'
import { RoomLoading } from '../../attempt/room/RoomLoading.tsx'
import { newSeed } from '../trial/seed.ts'
import { TrialResult } from '../trial/TrialResult.tsx'
import { TrialRoom } from '../trial/TrialRoom.tsx'
import styles from '../trial/trial.module.css'

type Exam = Data<typeof exam.detail>

export default function TrialPage() {
  const [address] = useSearchParams()
  const examId = address.get('exam')
  const [seed, setSeed] = useState(newSeed)
  const settings = useCall(exam.detail, { id: examId ?? '' }, { enabled: examId !== null, quiet: true })
  const tmplId = settings.data?.tmplId ?? address.get('tmpl') ?? ''
  const drawn = useCall(trial.draw, { tmplId, seed }, { enabled: tmplId !== '', quiet: true, staleTime: Number.POSITIVE_INFINITY })
  const marked = useCommand(trial.mark)
  const back = examId === null ? '/admin/exam/tmpl' : `/admin/exam/view/${examId}`
  const error = drawn.error ?? settings.error
  const again = () => {
    marked.reset()
    setSeed(newSeed())
  }
  if (error && !drawn.data)
    return (
      <main className={styles.failed}>
        <PageError error={error} onRetry={() => void (settings.error ? settings : drawn).refetch()} />
        <Link to={back}>{t('退出试考')}</Link>
      </main>
    )
  if (!drawn.data) return <RoomLoading />
  if (marked.data) return <TrialResult result={marked.data} hasPass={examId !== null} back={back} onAgain={again} />
  return (
    <TrialRoom
      key={seed}
      paper={drawn.data}
      {...roomOf(settings.data)}
      back={back}
      busy={marked.isPending}
      onHand={(answers) => marked.mutate({ tmplId, seed, answers, ...marksOf(settings.data) })}
    />
  )
}

const roomOf = (one: Exam | undefined) => (one ? { title: one.title, minutes: one.minutes } : {})
const marksOf = (one: Exam | undefined) => (one ? { passScore: one.passScore, markOptions: one.markOptions } : {})
