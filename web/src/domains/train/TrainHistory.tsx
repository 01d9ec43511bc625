// The user's trainings: bank, mode, time, progress and result, with a link to continue unfinished ones.
import { train, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import { Ring } from '../../kernel/plain/Ring.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import { trainingPath } from '../repo/training-path.ts'
import { progressText, type Training } from './train-labels.ts'
import cardsStyles from '../../kernel/plain/cards.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './train-history.module.css'

function HistoryRow({ row }: { row: Training }) {
  const isOpen = row.state === TrainState.open
  const isReview = row.mode === TrainMode.review
  const seen = row.position + 1
  return (
    <li className={classes(cardsStyles.row, styles.trainRow)}>
      {isReview ? (
        <Ring size={48} percent={Math.round((seen * 100) / row.totalCount)} label={t('进度')} />
      ) : (
        <Ring size={48} percent={Math.round(row.percent)} label={t('正确率')} />
      )}
      <div className={styles.trainRowText}>
        <Link to={`/web/repo/view/${row.repoId}`}>{row.repoId_dictText}</Link>
        <span>
          {tLabel(row.mode_dictText)}
          {row.scope_dictText !== '' && ` · ${row.scope_dictText}`}
          {!isReview && ` · ${t('答对 {{n}}', { n: row.rightCount })}`} · {progressText(row)}
        </span>
        <time>{row.updateTime}</time>
      </div>
      {isOpen ? (
        <Link className={classes(buttonStyles.btn, styles.trainGoOn)} to={trainingPath(row.repoId, row.mode, row.scope)}>
          {t('继续训练')}
        </Link>
      ) : (
        <span className={styles.trainRowEnd}>
          {!isReview && <Link to={`/web/repo/repo/${row.id}`}>{t('查看结果')}</Link>}
          <span>{t('训练结束')}</span>
        </span>
      )}
    </li>
  )
}

/** @param repoId limits to this bank @param size rows per page; with a bank there is no pager */
export function TrainHistory({ repoId, size = 10 }: { repoId?: string; size?: number }) {
  const [current, setCurrent] = useState(1)
  const params = repoId === undefined ? {} : { repoId }
  const { data, error, refetch } = useCall(train.paging, { current, size, params }, { quiet: true, placeholderData: keepPreviousData })
  if (error && !data) return <PageError compact error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading shape="table" rows={3} />
  if (data.total === 0) return <PageEmpty hint={t('还没有训练记录，选一种模式开始吧。')} />
  return (
    <>
      <ul className={cardsStyles.rows}>
        {data.records.map((row) => (
          <HistoryRow key={row.id} row={row} />
        ))}
      </ul>
      {repoId === undefined && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </>
  )
}
