// The next question of a course file: answered once, then shown with its key. It cannot be closed unanswered.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../kernel/call/api.ts'
import { useCommand } from '../../kernel/call/query.ts'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import { isBlank } from '../paper/question/answer.ts'
import { QuestionView } from '../paper/question/QuestionView.tsx'
import { AnswerFields } from './AnswerFields.tsx'
import { judgedView } from './judged-view.ts'
import styles from './train.module.css'

type Posed = NonNullable<Data<typeof courseStop.next>['question']>
type Judged = Data<typeof courseStop.answer>
type StopDialogProps = { courseId: string; fileId: string; onAsk: () => void; onAnswered: (stopAt: number | null) => void }

/** Until then the file plays on: the question may be one that is passed over. */
const LATE_MS = 1_000

const verdicts: Partial<Record<Judged['result'], PlainText>> = {
  right: '回答正确',
  wrong: '回答错误',
  partial: '部分正确',
  pending: '请对照参考答案自评',
}

/** The next question, asked for when mounted. @returns `posed` undefined while it is on its way, `isLate` when that takes long */
function useNext({ courseId, fileId, onAsk, onAnswered }: StopDialogProps) {
  const [posed, setPosed] = useState<{ stopId: string; question: Posed }>()
  const [error, setError] = useState<Error>()
  const [isLate, setLate] = useState(false)
  const ask = () => {
    call(courseStop.next, { courseId, fileId }, { quiet: true }).then(
      ({ stopId, question, stopAt }) => (question ? setPosed({ stopId, question }) : onAnswered(stopAt)),
      (failed: Error) => setError(failed),
    )
  }
  const begin = useEffectEvent(ask)
  useEffect(() => {
    begin()
    const late = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(late)
  }, [])
  const isShown = posed !== undefined || error !== undefined || isLate
  const pause = useEffectEvent(onAsk)
  useEffect(() => {
    if (isShown) pause()
  }, [isShown])
  const retry = () => {
    setError(undefined)
    ask()
  }
  return { posed, error, isShown, retry }
}

export function StopDialog(props: StopDialogProps) {
  const { posed, error, isShown, retry } = useNext(props)
  if (!isShown) return null
  return (
    <Modal open title={t('请先回答问题')} closable={false} keyboard={false} mask={{ closable: false }} footer={null} width={640}>
      {error && <PageError compact error={error} onRetry={retry} />}
      {!error && !posed && <PageLoading rows={3} />}
      {posed && <Sheet {...props} {...posed} />}
    </Modal>
  )
}

function Sheet({ courseId, fileId, stopId, question, onAnswered }: StopDialogProps & { stopId: string; question: Posed }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [judged, setJudged] = useState<Judged>()
  const send = useCommand(courseStop.answer, { onDone: setJudged })
  const text = judged && verdicts[judged.result]
  return (
    <div className={classes(styles.trainQuestion, styles.inDialog)}>
      {judged ? (
        <>
          {text && (
            <p className={styles.trainVerdict} role="status" data-result={judged.result}>
              <b>{t(text)}</b>
            </p>
          )}
          <QuestionView question={judgedView({ ...question, answer: judged.given }, judged, false)} />
          <Button type="primary" size="large" autoFocus onClick={() => onAnswered(judged.stopAt)}>
            {t('继续学习')}
          </Button>
        </>
      ) : (
        <>
          <AnswerFields asked={question} answer={answer} disabled={send.isPending} onChange={setAnswer} />
          <Button
            type="primary"
            size="large"
            loading={send.isPending}
            disabled={isBlank(answer)}
            onClick={() => send.mutate({ courseId, fileId, stopId, answer })}
          >
            {t('确认答案')}
          </Button>
        </>
      )}
    </div>
  )
}
