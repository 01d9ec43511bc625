// The exam room: nothing but the exam. Title, timer, save state, question, answer card, hand-in.
import { Button, Drawer, Grid } from 'antd'
import { type ClipboardEvent, type DragEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { AnswerCard, answeredCount } from './AnswerCard.tsx'
import { isAnswered } from './answer.ts'
import { Banners } from './Banners.tsx'
import { Countdown } from './Countdown.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import { picturesOf, stepsOf } from './questions.ts'
import { QuestionPane } from './QuestionPane.tsx'
import { RoomNav } from './RoomNav.tsx'
import { saveWords } from './save-words.ts'
import type { Detail, Sitting, SittingView } from './sitting.ts'
import { useHints } from './useHints.ts'
import { useKeys } from './useKeys.ts'
import { useOnline } from './useOnline.ts'
import { usePlace } from './usePlace.ts'
import { useQueue } from './useSitting.ts'

type RoomProps = { sitting: Sitting; view: SittingView; detail: Detail; userId: string }

export function Room({ sitting, view, detail, userId }: RoomProps) {
  const { phase, timeUp } = view
  const queue = useQueue(sitting)
  const online = useOnline()
  const steps = useMemo(() => stepsOf(detail.groups), [detail])
  const place = usePlace(userId, detail.id, steps)
  const [cardOpen, setCardOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const wide = Grid.useBreakpoint().lg ?? true
  const step = steps[place.at]
  const disabled = phase !== 'open' || timeUp
  usePictures(detail)
  useHints(sitting, userId, detail)

  const go = useCallback(
    (number: number) => {
      // what was typed is on its way before the next question is shown
      sitting.queue.flush()
      place.go(number - 1)
      setCardOpen(false)
      setAsking(false)
    },
    [sitting, place],
  )
  const change = (quId: string, answer: Parameters<Sitting['change']>[1], kind: 'choice' | 'text') => sitting.change(quId, answer, kind)
  const answerOf = (quId: string) => queue.answers.get(quId) ?? null
  useKeys({
    step,
    answer: step ? answerOf(step.question.quId) : null,
    disabled,
    onChange: change,
    onMove: (by) => step && go(step.number + by),
    onFlag: place.flag,
  })
  const isDirty = useCallback(
    () => ['open', 'handing'].includes(sitting.view.phase) && (sitting.queue.view.unsent > 0 || sitting.view.phase === 'handing'),
    [sitting],
  )
  const words = saveWords(queue, online)
  const unanswered = steps.filter(({ question }) => !isAnswered(question, queue.answers.get(question.quId))).map(({ number }) => number)
  const flagged = steps.filter(({ question }) => place.flagged.has(question.quId)).map(({ number }) => number)
  const card = step && <AnswerCard steps={steps} answers={queue.answers} flagged={place.flagged} current={step.number} onGo={go} />
  const refusePaste = (event: ClipboardEvent | DragEvent) => {
    if (detail.allowPaste) return
    event.preventDefault()
    notify.warning(t('考试期间不能复制粘贴哦！'))
  }
  const leftMs = useCallback(() => sitting.clock.leftMs(performance.now()), [sitting])
  return (
    <div className="room" onPasteCapture={refusePaste} onDropCapture={refusePaste}>
      <LeaveGuard isDirty={isDirty} />
      <header className="room-head">
        <h1>{detail.title}</h1>
        <Countdown leftMs={leftMs} />
        <span className="room-save" data-kind={words.kind}>
          {words.text}
        </span>
        <Button type="primary" disabled={phase !== 'open'} onClick={() => setAsking(true)}>
          {t('交卷')}
        </Button>
      </header>
      <Banners
        phase={phase}
        timeUp={timeUp}
        notice={view.notice}
        offline={words.kind === 'offline'}
        problem={view.handProblem}
        onTake={() => void sitting.start(true)}
      />
      <div className="room-body">
        <main className="room-main">
          {step && (
            <QuestionPane
              step={step}
              total={steps.length}
              answer={answerOf(step.question.quId)}
              refused={queue.refused.get(step.question.quId)}
              flagged={place.flagged.has(step.question.quId)}
              disabled={disabled}
              onChange={(answer, kind) => change(step.question.quId, answer, kind)}
              onFlag={place.flag}
            />
          )}
          <RoomNav
            at={place.at}
            total={steps.length}
            answered={wide ? undefined : answeredCount(steps, queue.answers)}
            canHand={phase === 'open'}
            onGo={go}
            onCard={() => setCardOpen(true)}
            onHand={() => setAsking(true)}
          />
        </main>
        {wide && (
          <aside className="room-card" aria-label={t('答题卡')}>
            <h2>{t('答题卡')}</h2>
            {card}
            <p className="room-keys">{t('键盘：A–Z 选择，← → 换题，F 标记')}</p>
          </aside>
        )}
      </div>
      <Drawer open={cardOpen && !wide} placement="bottom" title={t('答题卡')} size="70%" onClose={() => setCardOpen(false)}>
        {card}
      </Drawer>
      <HandInDialog
        open={asking && phase === 'open'}
        total={steps.length}
        unanswered={unanswered}
        flagged={flagged}
        earliest={detail.earliestHandTime}
        onGo={go}
        onHand={() => {
          setAsking(false)
          sitting.handIn()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

/** Fetches every picture ahead, so that a question opens at once, also without a network. */
function usePictures(detail: Detail) {
  useEffect(() => {
    for (const src of picturesOf(detail.groups)) new Image().src = src
  }, [detail])
}
