// The current question of a training: answered and judged, with favourite, note and report.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { quMark } from '@shuyuan/contract/qu/bank/mark.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import { useId, useState } from 'react'
import { type PlainText, t, tLabel } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCommand } from '../../kernel/call/query.ts'
import { isBlank } from '../paper/question/answer.ts'
import { ExplainSlot } from '../paper/question/ExplainSlot.tsx'
import { QuestionView } from '../paper/question/QuestionView.tsx'
import { AnswerFields } from './AnswerFields.tsx'
import { NoteBox } from './NoteBox.tsx'
import { judgedView } from './judged-view.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { percentText } from './train-labels.ts'
import { type Asked, type Drafts, fillTurn, useUpdateQuestion, useTrainQuestion } from './useTraining.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './train.module.css'

type Judged = NonNullable<Asked['judged']>
const auto: readonly number[] = [QuType.single, QuType.trueFalse]

type TrainQuestionProps = {
  trainId: string
  quId: string
  number: number
  total: number
  /** mock paper: no verdict before its end, and answers may be changed */
  isMock: boolean
  isReview: boolean
  onJudged: (quId: string, result: Judged['result'] | 'answered') => void
  onFavourite: (quId: string, favourite: boolean) => void
  drafts: Drafts
}

export function TrainQuestion(props: TrainQuestionProps) {
  const { trainId, quId } = props
  const { data, error, refetch } = useTrainQuestion(trainId, quId)
  if (error && !data) return <PageError compact error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={classes(panelStyles.panel, styles.trainQuestion)}>
        <PageLoading rows={3} />
      </div>
    )
  return <Sheet key={quId} {...props} asked={data} />
}

function Sheet(props: TrainQuestionProps & { asked: Asked }) {
  const { trainId, quId, number, total, isMock, isReview, asked, onJudged, onFavourite, drafts } = props
  const titleId = useId()
  const [left] = useState(() => drafts.answers.get(quId))
  const [answer, setAnswer] = useState<Answer | null>(left ?? asked.answer)
  const [reporting, setReporting] = useState(false)
  const updateQuestion = useUpdateQuestion(trainId)
  const update = (more: Partial<Asked>) => updateQuestion(quId, more)
  const fill = useCommand(train.fill, {
    inTurn: fillTurn(trainId, quId),
    onDone: (judged, body) => {
      if (drafts.answers.get(quId) === body.answer) drafts.answers.delete(quId)
      // another device may have answered first
      update({ answer: judged ? judged.given : body.answer, judged })
      onJudged(quId, judged?.result ?? 'answered')
    },
  })
  const favourite = useCommand(quMark.favourite, {
    inTurn: `favourite ${quId}`,
    onDone: (_data, body) => {
      update({ favourite: body.favourite })
      onFavourite(quId, body.favourite)
    },
  })
  const submit = (given: Answer | null) => fill.mutate({ trainId, quId, answer: given })
  const change = (given: Answer | null) => {
    setAnswer(given)
    if (given === null || isBlank(given)) drafts.answers.delete(quId)
    else drafts.answers.set(quId, given)
    if (auto.includes(asked.quType) && !isBlank(given)) submit(given)
  }
  const { judged } = asked
  const isDone = judged !== null
  const disabled = isDone || fill.isPending
  // if sending a choice on click failed, the button sends it
  const isConfirmed = auto.includes(asked.quType) && !fill.isError && left === undefined
  return (
    <section className={classes(panelStyles.panel, styles.trainQuestion)} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} tabIndex={-1}>
          {t('第 {{number}} 题', { number })}
          <span className={styles.trainDim}> / {total}</span>
        </h2>
        <span className={styles.trainDim}>{tLabel(quTypeText[asked.quType as keyof typeof quTypeText] ?? '')}</span>
        <button
          type="button"
          className={styles.trainText}
          aria-pressed={asked.favourite}
          aria-busy={favourite.isPending}
          onClick={() => favourite.mutate({ quId, favourite: !asked.favourite })}
        >
          {asked.favourite ? `★ ${t('已收藏')}` : `☆ ${t('收藏')}`}
        </button>
        <button type="button" className={styles.trainText} onClick={() => setReporting(true)}>
          {t('纠错')}
        </button>
      </header>
      {judged ? (
        <>
          <QuestionView question={judgedView(asked, judged, isReview)} />
          {!isReview && <Verdict judged={judged} />}
          {judged.result !== 'right' && judged.result !== 'pending' && <ExplainSlot scene="train" of={trainId} quId={quId} />}
        </>
      ) : (
        <AnswerFields asked={asked} answer={answer} disabled={disabled} onChange={change} />
      )}
      {!isDone && !isConfirmed && (
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.trainConfirm)}
          aria-busy={fill.isPending}
          disabled={isBlank(answer) || fill.isPending}
          onClick={() => submit(answer)}
        >
          {t('确认答案')}
        </button>
      )}
      {isMock && !isDone && asked.answer && <p className={styles.trainDim}>{t('已保存，交卷前可以修改')}</p>}
      <NoteBox
        quId={quId}
        note={asked.note}
        draft={drafts.notes.get(quId)}
        onDraft={(text) => drafts.notes.set(quId, text)}
        onSaved={(note) => {
          if (drafts.notes.get(quId)?.trim() === note) drafts.notes.delete(quId)
          update({ note })
        }}
      />
      {reporting && <ReportDialog quId={quId} onClose={() => setReporting(false)} />}
    </section>
  )
}

const labels: Record<Judged['result'], PlainText> = {
  right: '回答正确',
  wrong: '回答错误',
  partial: '部分正确',
  blank: '未作答',
  pending: '请对照参考答案自评',
}

/** Announced by screen readers when it appears. */
function Verdict({ judged: { result, percent, everybody } }: { judged: Judged }) {
  return (
    <p className={styles.trainVerdict} role="status" data-result={result}>
      <b>{t(labels[result])}</b>
      {result === 'partial' && <span>{t('得分率 {{n}}', { n: percentText(percent) })}</span>}
      {everybody !== null && <span className={styles.trainDim}>{t('全站正确率 {{n}}', { n: percentText(everybody) })}</span>}
    </p>
  )
}
