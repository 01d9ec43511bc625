// Lists of the lobby: the ranking of a season, and the learner's own battles.
import { battle, battleEnding, battleMode, BattleState } from '@shuyuan/contract/battle/battle.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './battle.module.css'
import { minuteText } from '../../kernel/text/short-date.ts'

type Ranked = NonNullable<Data<typeof battle.rank>['mine']>
const SHOWN = 20
const PAGE = 10

const RankRow = ({ row, mine }: { row: Ranked; mine: boolean }) => (
  <li className={styles.rankRow} data-mine={mine} data-place={row.place}>
    <b>{row.place}</b>
    <span>
      {row.realName}
      <small>{row.deptCode_dictText}</small>
    </span>
    <small>{t('{{win}} 胜 {{lose}} 负 {{draw}} 平', row)}</small>
    <b>{row.rating}</b>
  </li>
)

export function Ranking() {
  const [season, setSeason] = useState<string>()
  const { data, error, refetch } = useCall(battle.rank, season === undefined ? {} : { season }, {
    quiet: true,
    placeholderData: keepPreviousData,
  })
  const listed = data?.records.slice(0, SHOWN) ?? []
  return (
    <section className={classes(panelStyles.panel, styles.list)} aria-label={t('对战排行')}>
      <header>
        <h2>{t('对战排行')}</h2>
        {data && (
          <select aria-label={t('赛季')} value={data.season} onChange={(event) => setSeason(event.target.value)}>
            {data.seasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </header>
      {!data && !error && <PageLoading rows={4} />}
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {data && listed.length === 0 && <PageEmpty hint={t('本赛季还没有对战，来打第一场吧。')} />}
      <ol>
        {listed.map((row) => (
          <RankRow key={row.userId} row={row} mine={row.userId === data?.mine?.userId} />
        ))}
        {data?.mine && !listed.some((one) => one.userId === data.mine?.userId) && <RankRow row={data.mine} mine />}
      </ol>
    </section>
  )
}

const OwnRow = ({ row }: { row: RowOf<(typeof battle)['my-paging']> }) => (
  <li>
    <Link to={`/web/battle/${row.id}`} className={styles.ownRow}>
      <span>
        {row.oneName} {t('对')} {row.twoName || '…'}
        <small>
          {row.repoId_dictText} · {tLabel(battleMode[row.mode])} · {minuteText(row.createTime)}
        </small>
      </span>
      <b>{row.state === BattleState.ended && row.winner === null ? tLabel(battleEnding.cancelled) : `${row.oneScore} : ${row.twoScore}`}</b>
    </Link>
  </li>
)

export function Own() {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    battle['my-paging'],
    { current, size: PAGE, params: {} },
    { quiet: true, placeholderData: keepPreviousData, refetchOnMount: 'always' },
  )
  return (
    <section className={classes(panelStyles.panel, styles.list)} aria-label={t('我的对战')}>
      <header>
        <h2>{t('我的对战')}</h2>
      </header>
      {!data && !error && <PageLoading rows={4} />}
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={t('打过的对战会出现在这里，可以回看每一题。')} />}
      <ul>
        {data?.records.map((row) => (
          <OwnRow key={row.id} row={row} />
        ))}
      </ul>
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </section>
  )
}
