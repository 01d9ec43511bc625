// The result of a training: accuracy, figures by type, and the questions to review.
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { TrainQuestion } from '../TrainQuestion.tsx'
import { trainingPath } from '../../repo/training-path.ts'
import { percentText } from '../train-labels.ts'
import { noDrafts } from '../useTraining.ts'
import styles from '../train.module.css'

const STEP = 10

export default function TrainResultPage() {
  const { trainId = '' } = useParams()
  const { data, error, refetch } = useCall(train.result, { id: trainId }, { quiet: true })
  const [shown, setShown] = useState(0)
  const [drafts] = useState(noDrafts)
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading rows={4} />
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
        <Progress
          type="circle"
          size={148}
          percent={data.percent}
          aria-label={t('正确率')}
          format={() => (
            <span className={styles.trainNumber}>
              {percentText(data.percent)}
              <small>{t('正确率')}</small>
            </span>
          )}
        />
        <div>
          <h1>{data.repoId_dictText}</h1>
          <p className={styles.trainDim}>
            {tLabel(data.mode_dictText)}
            {data.scope_dictText !== '' && ` · ${data.scope_dictText}`}
          </p>
          <dl className={styles.trainFacts}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.trainButtons}>
            <Link to={trainingPath(data.repoId, data.mode, data.scope, true)}>
              <Button type="primary">{t('再练一次')}</Button>
            </Link>
            <Link to={trainingPath(data.repoId, TrainMode.wrong, '', true)}>
              <Button>{t('错题训练')}</Button>
            </Link>
            <Link to={`/web/repo/view/${data.repoId}`}>
              <Button>{t('返回题库')}</Button>
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
