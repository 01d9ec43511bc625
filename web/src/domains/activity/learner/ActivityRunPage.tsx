// Learner: a try of an activity, question by question against the clock; after the activity with its key.
import { activity, RunState } from '@shuyuan/contract/activity/activity.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { useFormStart } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { SoundButton } from '../../../kernel/plain/SoundButton.tsx'
import { play } from '../../../kernel/state/sound.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { Choices, tagsOf } from '../../train/Choices.tsx'
import { timeText } from '../activity-labels.ts'
import { useRunAnswers } from '../useRun.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import textStyles from '../../../kernel/plain/text.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from '../activity.module.css'

type Run = Data<typeof activity.run>
type Result = { score: number; rightCount: number; ms: number; isBest?: boolean }
const LOOK_MS = 250
const HURRY_S = 10

export default function ActivityRunPage() {
  const { runId = '' } = useParams()
  const { data, error, refetch } = useFormStart(activity.run, { runId })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  return <Loaded key={runId} run={data} />
}

function Loaded({ run }: { run: Run }) {
  const [result, setResult] = useState<Result | null>(run.result)
  return result ? <Done run={run} result={result} /> : <Play run={run} onDone={setResult} />
}

/** Calls `onEnd` once when the time is over. */
function useClock(leftMs: number, onEnd: () => void): number {
  const [endsAt] = useState(() => Date.now() + leftMs)
  const [left, setLeft] = useState(() => Math.ceil(leftMs / 1_000))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setInterval(() => {
      const rest = endsAt - Date.now()
      setLeft(Math.max(0, Math.ceil(rest / 1_000)))
      if (rest > 0) return
      clearInterval(timer)
      end()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}

function Play({ run, onDone }: { run: Run; onDone: (result: Result) => void }) {
  const { answers, set, waiting, rest } = useRunAnswers(run)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      run.questions.findIndex((one) => one.answer === null),
    ),
  )
  const [handing, setHanding] = useState(false)
  const [failed, setFailed] = useState(false)
  const hand = async (isOver: boolean) => {
    setHanding(true)
    setFailed(false)
    try {
      // what does not arrive in time does not count; the rest must arrive before the hand-in
      await (isOver ? rest().catch(() => undefined) : rest())
      const result = await call(activity.hand, { runId: run.runId })
      play('win')
      onDone(result)
    } catch {
      setHanding(false)
      setFailed(true)
    }
  }
  const left = useClock(run.leftMs, () => void hand(true))
  const one = run.questions[at]
  if (!one || run.state !== RunState.open) return <PageLoading rows={6} />
  const { question } = one
  const chosen = tagsOf(answers.get(question.quId)?.answer ?? null)
  const last = run.questions.length - 1
  const done = run.questions.filter((each) => tagsOf(answers.get(each.question.quId)?.answer ?? null).length > 0).length
  const choose = (tags: string[]) => {
    play('tap')
    set(question.quId, { tags })
    if (question.quType !== QuType.multiple && at < last) setAt(at + 1)
  }
  return (
    <section className={styles.run} aria-label={run.title}>
      <h1 className={textStyles.visuallyHidden}>{run.title}</h1>
      <header className={styles.runHead}>
        <span>
          {at + 1} / {last + 1}
        </span>
        <b role="timer" data-hurry={left <= HURRY_S} aria-label={t('剩余 {{n}} 秒', { n: left })}>
          {timeText(left * 1_000)}
        </b>
        <SoundButton />
        <progress max={last + 1} value={done} aria-label={t('已答 {{n}} 题', { n: done })} />
      </header>
      <Choices key={question.quId} question={question} chosen={chosen} disabled={handing || left === 0} onChoose={choose} />
      <p className={styles.dim} role="status">
        {failed ? t('提交失败，请重试') : waiting > 0 ? t('保存中…') : ''}
      </p>
      <footer className={styles.runFoot}>
        <button type="button" className={classes(buttonStyles.btn, styles.big)} disabled={at === 0} onClick={() => setAt(at - 1)}>
          {t('上一题')}
        </button>
        {at < last && (
          <button type="button" className={classes(buttonStyles.btn, styles.big)} onClick={() => setAt(at + 1)}>
            {t('下一题')}
          </button>
        )}
        {(at === last || done === last + 1) && (
          <button
            type="button"
            className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}
            disabled={handing}
            onClick={() => void hand(false)}
          >
            {t('交卷')}
          </button>
        )}
      </footer>
    </section>
  )
}

function Done({ run, result }: { run: Run; result: Result }) {
  const hasKeys = run.questions.some((one) => one.key !== null)
  return (
    <section className={styles.run} aria-label={run.title}>
      <div className={classes(panelStyles.panel, styles.box, styles.result)}>
        <h1>{t('答题结果')}</h1>
        <p className={styles.figures}>
          <b>{result.score}</b> <span>{t('分')}</span>
        </p>
        <p>
          {t('答对 {{n}} 题', { n: result.rightCount })} · {timeText(result.ms)}
        </p>
        {result.isBest === true && <p className={styles.prize}>{t('这是您的最好成绩')}</p>}
        <Link to={`/web/activity/${run.activityId}`} className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}>
          {t('返回活动')}
        </Link>
      </div>
      {hasKeys &&
        run.questions.map(({ question, answer, key }) => (
          <div key={question.quId} className={classes(panelStyles.panel, styles.box)}>
            <Choices question={question} chosen={tagsOf(answer)} right={key?.right} disabled />
          </div>
        ))}
    </section>
  )
}
