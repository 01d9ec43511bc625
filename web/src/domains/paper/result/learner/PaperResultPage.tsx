// Learner: result of a paper within what the exam releases: receipt, score, questions with answers.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { exState, ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { call, CallFailure } from '../../../../kernel/call/api.ts'
import { listed, t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { useOnNews } from '../../../exam/useOnNews.ts'
import { isVoid, type MarkedQuestion, numbersOf, type PaperResult, pointsText } from '../../question/marked.ts'
import { LateNote, LostNote } from '../../attempt/late/LateNote.tsx'
import { Button, buttonLook } from '../../../../kernel/plain/Button.tsx'
import { States } from '../../../../kernel/plain/FilterBar.tsx'
import { PdfDownload } from '../export/PdfDownload.tsx'
import { ExplainSlot } from '../../question/ExplainSlot.tsx'
import { QuestionView } from '../../question/QuestionView.tsx'
import { ResultReport } from '../report/ResultReport.tsx'
import { ResultScore } from '../ResultScore.tsx'
import { resultTools } from '../result-tools.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import questionViewStyles from '../../question/question-view.module.css'
import textStyles from '../../../../kernel/plain/text.module.css'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import factsStyles from '../../../../kernel/plain/facts.module.css'
import styles from '../result.module.css'

// few exams are recorded
const OwnRecording = lazy(async () => ({ default: (await import('../../record/OwnRecording.tsx')).OwnRecording }))

const POLL_MS = 30_000

function Receipt({ result }: { result: PaperResult }) {
  const rows: [string, string][] = [
    [t('回执编号'), result.receiptNo],
    [t('开始时间'), result.startTime],
    [t('交卷时间'), result.handTime ?? '—'],
    [t('用时'), t('{{n}} 分钟', { n: result.userTime })],
    [t('已答题数'), `${result.answered} / ${result.quCount}`],
    ...(result.exState === ExState.normal ? [] : [[t('交卷方式'), tLabel(exState[result.exState])] as [string, string]]),
    ...(result.exMsg === '' ? [] : [[t('说明'), result.exMsg] as [string, string]]),
  ]
  return (
    <dl className={factsStyles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isWrong = (question: MarkedQuestion) =>
  !isVoid(question) && (question.markState === 'wrong' || question.markState === 'partial' || question.markState === 'blank')

function Questions({ result, onLook }: { result: PaperResult; onLook: () => void }) {
  const [filter, setFilter] = useState<'wrong'>()
  const all = result.groups.flatMap(({ quList }) => quList)
  const numbers = numbersOf(result.groups)
  const hasMarks = all.some(({ markState }) => markState !== 'hidden')
  const shown = (question: MarkedQuestion) => filter === undefined || isWrong(question)
  if (all.length === 0 && !result.wrongOnly && !result.mayLook) return null
  return (
    <section className={styles.resultQuestions} aria-label={t('答题详情')}>
      <header>
        <h2>{t('答题详情')}</h2>
        {hasMarks && !result.wrongOnly && (
          <States<'wrong'> label={t('筛选')} states={['wrong']} textOf={() => t('只看失分题')} value={filter} onChange={setFilter} />
        )}
      </header>
      <FixNote questions={all} />
      <AnswerNote result={result} onLook={onLook} />
      {result.wrongOnly && result.answerShown && all.length === 0 && <PageEmpty text={t('没有失分的题目')} />}
      {filter === 'wrong' && !all.some(isWrong) && <PageEmpty text={t('没有失分的题目')} />}
      {result.groups.map(
        ({ title, quList, gained, totalScore }, at) =>
          quList.some(shown) && (
            <section key={at} className={styles.resultGroup}>
              <h3>
                {title}
                <span className={styles.resultDim}>
                  {gained === null
                    ? t('共 {{n}} 分', { n: pointsText(totalScore) })
                    : t('得 {{gained}} / {{score}} 分', { gained: pointsText(gained), score: pointsText(totalScore) })}
                </span>
              </h3>
              {quList.filter(shown).map((question) => (
                <div key={question.quId} className={classes(panelStyles.panel, styles.resultPanel)}>
                  <QuestionView question={question} number={`${numbers.get(question.quId)}.`} />
                  {isWrong(question) && question.key && <ExplainSlot scene="paper" of={result.id} quId={question.quId} />}
                </div>
              ))}
            </section>
          ),
      )}
    </section>
  )
}

/** Notes that questions were voided or corrected after the exam; each of them shows its own fix. */
function FixNote({ questions }: { questions: readonly MarkedQuestion[] }) {
  const voided = questions.filter(isVoid).length
  const corrected = questions.filter((one) => [one, ...one.subList].some(({ fixed }) => fixed === 'key')).length
  if (voided === 0 && corrected === 0) return null
  const parts = [
    voided > 0 ? t('{{n}} 道题已作废', { n: voided }) : '',
    corrected > 0 ? t('{{n}} 道题的答案已修正', { n: corrected }) : '',
  ].filter(Boolean)
  return (
    <p className={questionViewStyles.qvFixed} role="note">
      {t('考试结束后，本卷有 {{changes}}，成绩已重新计算。', { changes: listed(parts) })}
    </p>
  )
}

/** Why answers are not shown, or the limits of viewing them. */
function AnswerNote({ result, onLook }: { result: PaperResult; onLook: () => void }) {
  const { answerShown, answerUntil, looksLeft, mayLook, wrongOnly } = result
  const until = answerUntil === null ? '' : t('答案可查看至 {{time}}。', { time: answerUntil.slice(0, 16) })
  if (mayLook)
    return (
      <div className={styles.resultLook}>
        <Button small onClick={onLook}>
          {t('查看答案（还可查看 {{n}} 次）', { n: looksLeft ?? 0 })}
        </Button>
        <span className={styles.resultDim}>
          {t('每次可看30分钟。')}
          {until}
        </span>
      </div>
    )
  if (!answerShown) return <p className={styles.resultDim}>{looksLeft === 0 ? t('答案查看次数已用完。') : t('答案与解析暂未公布。')}</p>
  const notes = [until, looksLeft === null ? '' : t('本次查看30分钟内有效。'), wrongOnly ? t('只显示没有答对的题目。') : ''].filter(Boolean)
  return notes.length > 0 ? <p className={styles.resultDim}>{notes.join('')}</p> : null
}

/** Starts another view of the answers; its reply replaces the shown data. */
function useLook(id: string) {
  const client = useQueryClient()
  return async () => {
    try {
      const seen = await call(paper['paper-result'], { id, look: true })
      client.setQueryData([paper['paper-result'].path, { id }], seen)
    } catch (error) {
      // the refusal has been shown
      if (!(error instanceof CallFailure)) throw error
    }
  }
}

export default function PaperResultPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(
    paper['paper-result'],
    { id },
    { quiet: true, refetchInterval: (query) => (query.state.data?.state === PaperState.marking ? POLL_MS : false) },
  )
  // beside the result, so that nothing moves when it comes; another view of the answers may release more of it
  const report = useCall(paper['result-report'], { id }, { quiet: true })
  const sees = data?.answerShown
  const saw = useRef(sees)
  const { refetch: readReport } = report
  useEffect(() => {
    if (saw.current !== undefined && saw.current !== sees) void readReport()
    saw.current = sees
  }, [sees, readReport])
  // a paper that was handed in by mistake may be reopened
  useOnNews(() => void refetch())
  const look = useLook(id)
  const { Survey } = resultTools.use()
  const sentLate = (useLocation().state as { late?: number } | null)?.late ?? 0
  if (error instanceof CallFailure && error.reason === 'resultHidden') return <StillOpen paperId={id} />
  if (!data || report.isPending) return error && !data ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <div className={styles.result} data-prints-alone>
      <article className={classes(panelStyles.panel, styles.resultPanel, styles.resultHead)}>
        <h1>{data.title}</h1>
        <div className={styles.resultSplit}>
          <ResultScore result={data} report={report.data} />
          <Receipt result={data} />
        </div>
        <div className={styles.resultActions}>
          {data.groups.some(({ quList }) => quList.some(isWrong)) && (
            <Link to={`/web/book/list/${data.examId}`} className={buttonLook({ small: true, strong: true })}>
              {t('去练错题')}
            </Link>
          )}
          <Link to="/web/course">{t('返回考试列表')}</Link>
          <Link to={`/web/paper/list/${data.examId}/${data.userId}`}>{t('考试记录')}</Link>
          <span className={styles.resultTools}>
            <PdfDownload paperId={data.id} />
            <Button small onClick={() => window.print()}>
              {t('打印')}
            </Button>
          </span>
        </div>
      </article>
      <Suspense>{Survey && <Survey examId={data.examId} />}</Suspense>
      {data.late && <LateNote paperId={data.id} late={data.late} />}
      {!data.late && sentLate > 0 && <LostNote count={sentLate} />}
      {report.data && <ResultReport report={report.data} score={data.score} totalScore={data.totalScore} />}
      <Suspense>{data.recorded && <OwnRecording paperId={data.id} />}</Suspense>
      <Questions result={data} onLook={() => void look()} />
    </div>
  )
}

/** An open paper has no result to show. It may have been reopened while this page was open, and its time runs. */
const StillOpen = ({ paperId }: { paperId: string }) => (
  <>
    <h1 className={textStyles.visuallyHidden}>{t('考试结果')}</h1>
    <PageEmpty
      text={t('考试正在进行')}
      hint={t('这份答卷还没有交卷，计时没有停止，请尽快继续作答。')}
      action={
        <Link to={`/web/exam/start/${paperId}`} className={buttonLook({ strong: true })}>
          {t('继续考试')}
        </Link>
      }
    />
  </>
)
