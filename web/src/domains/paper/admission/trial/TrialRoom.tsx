// The exam room of a trial: what a candidate sees, with answers that stay on the page.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { trial } from '@shuyuan/contract/paper/trial.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Dialog } from '../../../../kernel/plain/Dialog.tsx'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import { classes } from '../../../../kernel/theme/classes.ts'
import { useMedia } from '../../../../kernel/state/useMedia.ts'
import { AnswerCard, answeredCount } from '../../attempt/room/AnswerCard.tsx'
import { HandInDialog } from '../../attempt/room/HandInDialog.tsx'
import { QuestionPane } from '../../attempt/room/QuestionPane.tsx'
import { RoomHead } from '../../attempt/room/RoomHead.tsx'
import { RoomNav } from '../../attempt/room/RoomNav.tsx'
import { useKeys } from '../../attempt/room/useKeys.ts'
import roomStyles from '../../attempt/room/room.module.css'
import { stepsOf } from '../../question/questions.ts'
import { TrialMark } from './TrialMark.tsx'

const MINUTE_MS = 60_000
const always = () => true

type TrialRoomProps = {
  paper: Data<typeof trial.draw>
  /** the exam's title; that of the template without one */
  title?: string
  /** the exam's time; unlimited without one */
  minutes?: number
  back: string
  busy: boolean
  onHand: (answers: { quId: string; answer: Answer | null }[]) => void
}

/** Hands in once when the time is over. */
function useTime(minutes: number | undefined, onOver: () => void) {
  const [end] = useState(() => (minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + minutes * MINUTE_MS))
  const leftMs = useCallback(() => Math.max(0, end - performance.now()), [end])
  useEffect(() => {
    if (!Number.isFinite(end)) return
    const timer = setTimeout(onOver, leftMs())
    return () => clearTimeout(timer)
  })
  return leftMs
}

export function TrialRoom({ paper, title = paper.title, minutes, back, busy, onHand }: TrialRoomProps) {
  const steps = useMemo(() => stepsOf(paper.groups), [paper])
  const [at, setAt] = useState(0)
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer | null>>(new Map())
  const [flagged, setFlagged] = useState<ReadonlySet<string>>(new Set())
  const [cardOpen, setCardOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const wide = useMedia('(min-width: 1024px)')
  const step = steps[at]
  const hand = () => {
    setAsking(false)
    onHand([...answers].map(([quId, answer]) => ({ quId, answer })))
  }
  const leftMs = useTime(minutes, hand)
  const go = (number: number) => {
    setAt(Math.min(Math.max(0, number - 1), steps.length - 1))
    setCardOpen(false)
    setAsking(false)
  }
  const change = (quId: string, answer: Answer | null) => setAnswers((before) => new Map(before).set(quId, answer))
  const flag = () => {
    if (!step) return
    const { quId } = step.question
    setFlagged((before) => new Set(before.has(quId) ? [...before].filter((one) => one !== quId) : [...before, quId]))
  }
  const answerOf = (quId: string) => answers.get(quId) ?? null
  useKeys({
    step,
    answer: step ? answerOf(step.question.quId) : null,
    disabled: busy,
    onChange: change,
    onMove: (by) => step && go(step.number + by),
    onFlag: flag,
  })
  const card = step && <AnswerCard steps={steps} answers={answers} flagged={flagged} current={step.number} mayGo={always} onGo={go} />
  return (
    <div className={roomStyles.room}>
      <TrialMark back={back} />
      <RoomHead title={title} saved={{ kind: 'idle', text: t('不保存') }} leftMs={leftMs} canHand={!busy} onHand={() => setAsking(true)} />
      <div className={roomStyles.roomBody}>
        <main className={roomStyles.roomMain}>
          {step && (
            <QuestionPane
              step={step}
              total={steps.length}
              answer={answerOf(step.question.quId)}
              refused={undefined}
              flagged={flagged.has(step.question.quId)}
              disabled={busy}
              onChange={(answer) => change(step.question.quId, answer)}
              onFlag={flag}
            />
          )}
          <RoomNav
            at={at}
            total={steps.length}
            answered={wide ? undefined : answeredCount(steps, answers)}
            canHand={!busy}
            canBack
            busy={false}
            onGo={go}
            onCard={() => setCardOpen(true)}
            onHand={() => setAsking(true)}
          />
        </main>
        {wide && (
          <aside className={classes(panelStyles.panel, roomStyles.roomCard)} aria-label={t('答题卡')}>
            <h2>{t('答题卡')}</h2>
            {card}
          </aside>
        )}
      </div>
      {cardOpen && !wide && (
        <Dialog sheet title={t('答题卡')} onClose={() => setCardOpen(false)}>
          {card}
        </Dialog>
      )}
      {asking && (
        <HandInDialog
          steps={steps}
          answers={answers}
          flagged={flagged}
          earliest={null}
          mayGo={always}
          onGo={go}
          onHand={hand}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}
