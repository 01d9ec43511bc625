// The user's points: awarded and spent. Without Ant Design.
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { FilterBar, Search } from '../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import styles from './points-log.module.css'

const PAGE = 10

export function PointsLog() {
  const [refRemark, setRefRemark] = useState('')
  const [current, setCurrent] = useState(1)
  const params = refRemark === '' ? {} : { refRemark }
  const { data, error, refetch } = useCall(
    userPoints['my-paging'],
    { current, size: PAGE, params },
    { quiet: true, placeholderData: keepPreviousData },
  )
  return (
    <>
      <FilterBar>
        <Search
          label={t('标题')}
          placeholder={t('标题')}
          title={refRemark}
          onSearch={(next) => {
            setRefRemark(next)
            setCurrent(1)
          }}
        />
      </FilterBar>
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading shape="table" rows={5} columns={1} />}
      {data?.total === 0 && <PageEmpty hint={refRemark === '' ? t('学习、考试和活动得到的积分会记在这里。') : t('换个条件再试试。')} />}
      {data && data.total > 0 && (
        <ul className={styles.points}>
          {data.records.map((row) => (
            <li key={row.id}>
              <span>
                {row.refRemark}
                <time>{row.createTime}</time>
              </span>
              <strong data-spent={row.points < 0}>{row.points > 0 ? `+${row.points}` : row.points}</strong>
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </>
  )
}
