// The result of a training: accuracy, figures by type, and the questions to review.
import { book } from '@shuyuan/contract/book/book.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { Button, buttonLook } from '../../../kernel/plain/Button.tsx'
import { Ring } from '../../../kernel/plain/Ring.tsx'
import { TrainQuestion } from '../TrainQuestion.tsx'
import { trainingPath } from '../../repo/training-path.ts'
import { type Mode, percentText } from '../train-labels.ts'
import { noDrafts } from '../useTraining.ts'
import styles from '../train.module.css'

const STEP = 10

type NextStepProps = { mode: Mode; repoId: string; scope: string; wrong: number }

/** What to do next, the best first: the rest of today after a repetition, the wrong answers where there are some, else once more. */
function NextStep({ mode, repoId, scope, wrong }: NextStepProps) {
  const isSpaced = mode === TrainMode.spaced
  const due = useCall(book.due, {}, { quiet: true, enabled: isSpaced }).data ?? []
  const count = due.reduce((sum, one) => sum + one.count, 0)
  const bank = due.toSorted((a, b) => b.count - a.count)[0]
  if (isSpaced && count === 0) return <b>{t('今天的复习完成了，明天再来。')}</b>
  if (isSpaced && bank)
    return (
      <Link className={buttonLook({ small: true, strong: true })} to={trainingPath(bank.id, TrainMode.spaced, '', true)}>
        {t('继续复习，还有 {{n}} 题', { n: count })}
      </Link>
    )
  return (
    <>
      {wrong > 0 && (
        <Link className={buttonLook({ small: true, strong: true })} to={trainingPath(repoId, TrainMode.wrong, '', true)}>
          {t('错题训练')}
        </Link>
      )}
      <Link className={buttonLook({ small: true, strong: wrong === 0 })} to={trainingPath(repoId, mode, scope, true)}>
        {t('再练一次')}
      </Link>
    </>
  )
}

/** What the share of right answers means; nothing without an answer. */
function praise({ answerCount, percent }: { answerCount: number; percent: number }): string {
  if (answerCount === 0) return ''
  if (percent >= 100) return t('全部答对，真棒！')
  if (percent >= 80) return t('掌握得很好，再看看答错的题。')
  if (percent >= 60) return t('已经过半，答错的题再练一遍就记住了。')
  return t('先看看答错的题，再练一次会好很多。')
}

export default function TrainResultPage() {
  const { trainId = '' } = useParams()
  const { data, error, refetch } = useCall(train.result, { id: trainId }, { quiet: true })
  const [shown, setShown] = useState(0)
  const [drafts] = useState(noDrafts)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  const facts: [string, string | number][] = [
    [t('总题数'), data.totalCount],
    [t('已答'), data.answerCount],
    [t('答对'), data.rightCount],
    [t('开始时间'), data.createTime],
    [t('结束时间'), data.finishTime],
  ]
  return (
    <div className={styles.trainResult}>
      <header>
        <Ring size={96} percent={Math.round(data.percent)} label={t('正确率')} />
        <div>
          <h1>{data.repoId_dictText}</h1>
          <p className={styles.trainDim}>
            {tLabel(data.mode_dictText)}
            {data.scope_dictText !== '' && ` · ${data.scope_dictText}`}
          </p>
          {praise(data) !== '' && <p className={styles.trainPraise}>{praise(data)}</p>}
          <dl className={styles.trainFacts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.trainButtons}>
            <NextStep mode={data.mode} repoId={data.repoId} scope={data.scope} wrong={data.wrongIds.length} />
            <Link className={buttonLook({ small: true })} to={`/web/repo/view/${data.repoId}`}>
              {t('返回题库')}
            </Link>
          </p>
        </div>
      </header>
      <section aria-label={t('按题型')}>
        <h2>{t('按题型')}</h2>
        <table className={styles.trainTypes}>
          <thead>
            <tr>
              {[t('题型'), t('总题数'), t('已答'), t('答对'), t('正确率')].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.types.map((row) => (
              <tr key={row.quType}>
                <th scope="row">{tLabel(quTypeText[row.quType as keyof typeof quTypeText] ?? '')}</th>
                <td>{row.total}</td>
                <td>{row.answered}</td>
                <td>{row.right}</td>
                <td>{row.answered === 0 ? '—' : percentText((row.right / row.answered) * 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {data.wrongIds.length > 0 && (
        <section aria-label={t('答错的题')}>
          <h2>
            {t('答错的题')} <span className={styles.trainDim}>{data.wrongIds.length}</span>
          </h2>
          {data.wrongIds.slice(0, shown).map((quId, at) => (
            <TrainQuestion
              key={quId}
              trainId={trainId}
              quId={quId}
              number={at + 1}
              total={data.wrongIds.length}
              isMock={data.mode === TrainMode.mock}
              isReview={false}
              onJudged={() => undefined}
              onFavourite={() => undefined}
              drafts={drafts}
            />
          ))}
          {shown < data.wrongIds.length && (
            <Button onClick={() => setShown(shown + STEP)}>
              {shown === 0 ? t('查看答错的题') : t('再看 {{n}} 题', { n: Math.min(STEP, data.wrongIds.length - shown) })}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
