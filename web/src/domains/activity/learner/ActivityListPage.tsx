// Learner: activities that are open to them, those going on first.
import { activity, activityPhase } from '@shuyuan/contract/activity/activity.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from '../activity.module.css'
import { minuteText } from '../../../kernel/text/short-date.ts'

const PAGE = 10
const tones = { waiting: 'plain', open: 'good', closed: 'plain' } as const

const Card = ({ row }: { row: RowOf<(typeof activity)['my-paging']> }) => (
  <Link to={`/web/activity/${row.id}`} className={classes(cardsStyles.card, styles.card)}>
    {row.cover === '' ? (
      <span className={styles.drawn} aria-hidden="true">
        {row.title.slice(0, 1)}
      </span>
    ) : (
      <img src={row.cover} alt="" loading="lazy" />
    )}
    <div>
      <h2>{row.title}</h2>
      <p>
        <Tag tone={tones[row.phase]}>{tLabel(activityPhase[row.phase])}</Tag> {t('{{n}} 题', { n: row.quCount })} ·{' '}
        {t('{{n}} 人参加', { n: row.players })}
      </p>
      <p>
        {minuteText(row.startTime)} – {minuteText(row.endTime)}
      </p>
      {(row.topPrize > 0 || row.certPrize) && (
        <p className={styles.prize}>
          {[...(row.topPrize > 0 ? [t('最高奖励 {{n}} 积分', { n: row.topPrize })] : []), ...(row.certPrize ? [t('奖励证书')] : [])].join(
            ' · ',
          )}
        </p>
      )}
    </div>
  </Link>
)

export default function ActivityListPage() {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    activity['my-paging'],
    { current, size: PAGE, params: {} },
    { quiet: true, placeholderData: keepPreviousData },
  )
  return (
    <div className={styles.page}>
      <h1>{t('答题活动')}</h1>
      {!data && !error && <PageLoading shape="cards" rows={6} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={t('开放给您的答题活动会出现在这里。')} />}
      {data && data.total > 0 && (
        <ul className={classes(cardsStyles.cards, styles.cards)}>
          {data.records.map((row) => (
            <li key={row.id}>
              <Card row={row} />
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </div>
  )
}
