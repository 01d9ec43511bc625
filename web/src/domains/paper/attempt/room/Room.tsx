// The exam room: title, timer, save state, question, answer card, hand-in. No site navigation.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Dialog } from '../../../../kernel/plain/Dialog.tsx'
import { useMedia } from '../../../../kernel/state/useMedia.ts'
import { useMe } from '../../../../shared/session/session.ts'
import { AnswerCard, answeredCount } from './AnswerCard.tsx'
import { Banners } from './Banners.tsx'
import { HandInDialog } from './HandInDialog.tsx'
import { LeaveRoom } from './LeaveRoom.tsx'
import { Monitor } from '../integrity/Monitor.tsx'
import { picturesOf, type Step } from '../../question/questions.ts'
import { QuestionPane } from './QuestionPane.tsx'
import { QuestionTimer } from './QuestionTimer.tsx'
import { RoomHead } from './RoomHead.tsx'
import { RoomNav } from './RoomNav.tsx'
import { saveLabel, spokenSave } from '../save/save-label.ts'
import type { PaperSession } from '../save/paper-session.ts'
import type { Detail, PaperSessionView } from '../save/paper-session-view.ts'
import { useHints, type RoomMessage } from '../save/useHints.ts'
import { useIntegrity } from '../integrity/useIntegrity.ts'
import { useKeys } from './useKeys.ts'
import { useOnline } from '../save/useOnline.ts'
import { useQueue } from '../save/usePaperSession.ts'
import { useSteps } from './useSteps.ts'
import { Watermark } from '../integrity/Watermark.tsx'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from './room.module.css'
import { Alert } from '../../../../kernel/plain/Alert.tsx'

const RoomRecorder = lazy(() => import('../../record/RoomRecorder.tsx').then(({ RoomRecorder }) => ({ default: RoomRecorder })))

type MessagesProps = { messages: readonly RoomMessage[]; onClose: (seq: number) => void }

/** Messages of invigilators; each stays until it is closed and covers neither the clock nor the hand-in. */
const Messages = ({ messages, onClose }: MessagesProps) => (
  <section className={styles.roomMessages} aria-label={t('管理员提醒')}>
    {messages.map(({ seq, text }) => (
      <Alert key={seq} kind="warning" title={<b>{t('管理员提醒')}</b>} description={text} closable onClose={() => onClose(seq)} />
    ))}
  </section>
)

type RoomProps = { paperSession: PaperSession; view: PaperSessionView; detail: Detail; userId: string }

/** Whether the time of this question is over, and what to do when its clock ends: it is reported once. */
function useQuestionEnd(step: Step | undefined, isOver: boolean, overtime: (quId: string) => void, goOn: () => void) {
  const [over, setOver] = useState('')
  const quId = step?.question.quId
  const onEnd = () => {
    if (quId === undefined) return
    if (over !== quId) overtime(quId)
    setOver(quId)
    goOn()
  }
  return [quId !== undefined && (over === quId || isOver), onEnd] as const
}

export function Room({ paperSession, view, detail, userId }: RoomProps) {
  const { phase, timeUp } = view
  const queue = useQueue(paperSession)
  const online = useOnline()
  const { steps, place, go: goTo, goOn, mayGo, isOver, endsAt, busy, dialog } = useSteps(paperSession, userId, detail)
  const [cardOpen, setCardOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const { realName, userName } = useMe()
  const wide = useMedia('(min-width: 1024px)')
  const step = steps[place.at]
  const integrity = useIntegrity(paperSession, userId, detail, phase === 'open', step?.question.quId)
  const { leaves, report, refusePaste, refuseCut, overtime } = integrity
  const [isQuOver, onQuOver] = useQuestionEnd(step, isOver(place.at), overtime, () => phase === 'open' && goOn())
  const disabled = phase !== 'open' || timeUp || isQuOver
  usePictures(detail)
  const { messages, close } = useHints(paperSession, userId, detail)

  const go = (number: number) => {
    goTo(number - 1)
    setCardOpen(false)
    setAsking(false)
  }
  const mayOpen = (number: number) => mayGo(number - 1)
  const change: PaperSession['change'] = (...args) => paperSession.change(...args)
  const answerOf = (quId: string) => queue.answers.get(quId) ?? null
  useKeys({
    step,
    answer: step ? answerOf(step.question.quId) : null,
    disabled,
    onChange: change,
    onMove: (by) => step && go(step.number + by),
    onFlag: place.flag,
  })
  const isStillOpen = () => paperSession.view.phase === 'open'
  const saved = saveLabel(queue, online)
  const answered = answeredCount(steps, queue.answers)
  const spoken = spokenSave(saved, queue.savedAt, answered, steps.length)
  const card = step && (
    <AnswerCard steps={steps} answers={queue.answers} flagged={place.flagged} current={step.number} mayGo={mayOpen} onGo={go} />
  )
  const leftMs = useCallback(() => paperSession.clock.leftMs(performance.now()), [paperSession])
  return (
    <div className={styles.room} onPasteCapture={refusePaste} onDropCapture={refusePaste} onCutCapture={refuseCut}>
      <LeaveRoom paperSession={paperSession} />
      {detail.rules.watermark && <Watermark text={`${realName} ${userName}`} />}
      <RoomHead
        title={detail.title}
        saved={saved}
        leftMs={leftMs}
        canHand={phase === 'open'}
        onHand={() => setAsking(true)}
        spoken={spoken}
      />
      <Messages messages={messages} onClose={close} />
      <Banners
        phase={phase}
        holder={view.holder}
        timeUp={timeUp}
        notice={view.notice}
        offline={saved.kind === 'offline'}
        problem={view.handProblem}
        onTake={() => void (view.holder === 'tab' ? paperSession.startHere() : paperSession.start(true))}
        watch={
          phase === 'open' && <Monitor detail={detail} exempt={view.exempt} leaves={leaves} report={report} isStillOpen={isStillOpen} />
        }
        recording={<Recording detail={detail} userId={userId} paperSession={paperSession} phase={phase} />}
      />
      <div className={styles.roomBody}>
        <main className={styles.roomMain}>
          {step && (
            <QuestionPane
              step={step}
              total={steps.length}
              answer={answerOf(step.question.quId)}
              refused={queue.refused.get(step.question.quId)}
              flagged={place.flagged.has(step.question.quId)}
              disabled={disabled}
              timer={endsAt !== undefined && phase === 'open' && <QuestionTimer key={step.number} endsAt={endsAt} onOver={onQuOver} />}
              onChange={(answer, kind) => change(step.question.quId, answer, kind)}
              onFlag={place.flag}
            />
          )}
          <RoomNav
            at={place.at}
            total={steps.length}
            answered={wide ? undefined : answered}
            canHand={phase === 'open'}
            canBack={mayGo(place.at - 1)}
            busy={busy}
            onGo={go}
            onCard={() => setCardOpen(true)}
            onHand={() => setAsking(true)}
          />
        </main>
        {wide && <SideCard>{card}</SideCard>}
      </div>
      {cardOpen && !wide && (
        <Dialog sheet title={t('答题卡')} onClose={() => setCardOpen(false)}>
          {card}
        </Dialog>
      )}
      {asking && phase === 'open' && (
        <HandInDialog
          steps={steps}
          answers={queue.answers}
          flagged={place.flagged}
          earliest={detail.earliestHandTime}
          mayGo={mayOpen}
          onGo={go}
          onHand={() => {
            setAsking(false)
            paperSession.handIn()
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      {dialog}
    </div>
  )
}

/** Loaded only where the exam records. */
const Recording = ({ detail, userId, paperSession, phase }: Omit<RoomProps, 'view'> & Pick<PaperSessionView, 'phase'>) =>
  (phase === 'open' || phase === 'handing') &&
  detail.rules.record && (
    <Suspense fallback={null}>
      <RoomRecorder
        paperId={detail.id}
        examId={detail.examId}
        session={detail.session}
        userId={userId}
        what={detail.rules.record}
        isBusy={() => paperSession.queue.view.unsent > 0}
      />
    </Suspense>
  )

/** The answer card beside the question, where there is room for it. */
const SideCard = ({ children }: { children: ReactNode }) => (
  <aside className={classes(panelStyles.panel, styles.roomCard)} aria-label={t('答题卡')}>
    <h2>{t('答题卡')}</h2>
    {children}
    <p className={styles.roomKeys}>{t('键盘：A–Z 选择，← → 换题，F 标记')}</p>
  </aside>
)

/** Preloads all pictures, so that a question opens immediately and also offline. */
function usePictures(detail: Detail) {
  useEffect(() => {
    for (const src of picturesOf(detail.groups)) new Image().src = src
  }, [detail])
}
