// Learner: the people of the departments that the user leads.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { team, type TeamShow, teamShow } from '@shuyuan/contract/stat/team.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { download } from '../../../../kernel/call/api.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { readChoice, readList, useAddressFilter } from '../../../../kernel/plain/address-filter.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Search } from '../../../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../../../kernel/plain/PlainPager.tsx'
import { minuteText } from '../../../../kernel/text/short-date.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import cardsStyles from '../../../../kernel/plain/cards.module.css'
import { Departs } from '../Departs.tsx'
import { PersonCard } from '../PersonCard.tsx'
import { RemindDialog } from '../RemindDialog.tsx'
import { shownFigures, totalOf } from '../team-view.ts'
import styles from '../team.module.css'

const PAGE = 10
const readTeam = (address: URLSearchParams) => ({
  ...readList(address),
  show: readChoice<TeamShow>(address, 'show', teamShow),
  dept: (address.get('dept') ?? '').slice(0, 60),
})

/** Whom a dialog reminds. */
type Reminded = { title: string; userIds?: string[] }

export default function TeamPage() {
  const { filter, change } = useAddressFilter(readTeam)
  const { title, current, show, dept } = filter
  const [reminded, setReminded] = useState<Reminded>()
  const overview = useCall(team.overview, {}, { quiet: true })
  const params = {
    ...(title === '' ? {} : { realName: title }),
    ...(show === undefined ? {} : { show }),
    ...(dept === '' ? {} : { deptCode: dept }),
  }
  const { data, error, refetch, isFetching } = useCall(
    team.paging,
    { current, size: PAGE, params },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const retry = () => {
    if (overview.isError) void overview.refetch()
    if (error) void refetch()
  }
  // a user who no longer leads a department sees the refusal only: every control would fail
  if (overview.isLoadingError && error && !data)
    return (
      <div className={styles.page}>
        <h1>{t('我的团队')}</h1>
        <PageError error={error} onRetry={retry} />
      </div>
    )
  const departs = overview.data?.departs ?? []
  return (
    <div className={styles.page} aria-busy={isFetching}>
      <header className={styles.head}>
        <h1>{t('我的团队')}</h1>
        <ExportButton params={params} />
        <Button strong onClick={() => setReminded({ title: t('提醒全部成员') })}>
          {t('提醒全部')}
        </Button>
      </header>
      {/* the figures first: they would move the people, whose call may be answered before */}
      {overview.isPending ? (
        <PageLoading shape="cards" rows={6} />
      ) : (
        <>
          {overview.isLoadingError && <PageError compact={!error} error={overview.error} onRetry={retry} />}
          {overview.data && <Totals data={overview.data} />}
          {departs.length > 1 && (
            <details className={styles.compare} open={dept !== ''}>
              <summary>{t('部门对比')}</summary>
              <Departs departs={departs} chosen={dept} onChoose={(code) => change({ dept: code })} />
            </details>
          )}
          <Search label={t('搜索成员')} placeholder={t('姓名')} title={title} onSearch={(word) => change({ title: word })}>
            <select
              aria-label={t('情况')}
              value={show ?? ''}
              onChange={({ target }) => change({ show: target.value === '' ? undefined : (target.value as TeamShow) })}
            >
              <option value="">{t('全部')}</option>
              {Object.entries(teamShow).map(([name, label]) => (
                <option key={name} value={name}>
                  {tLabel(label)}
                </option>
              ))}
            </select>
          </Search>
          {!data && !error && <PageLoading shape="cards" rows={6} />}
          {/* one message where both calls failed */}
          {error && !overview.isLoadingError && <PageError compact={data !== undefined} error={error} onRetry={retry} />}
          {data?.total === 0 && <PageEmpty hint={t('换个条件再试试。')} />}
          {data && data.total > 0 && (
            <ul className={classes(cardsStyles.cards, styles.people)}>
              {data.records.map((row) => (
                <li key={row.id}>
                  <PersonCard
                    row={row}
                    onRemind={() => setReminded({ title: t('提醒 {{name}}', { name: row.realName }), userIds: [row.id] })}
                  />
                </li>
              ))}
            </ul>
          )}
          {data && <PlainPager current={current} pages={data.pages} onGo={(page) => change({ current: page })} />}
        </>
      )}
      {reminded && <RemindDialog {...reminded} onClose={() => setReminded(undefined)} />}
    </div>
  )
}

function Totals({ data: { departs, countTime } }: { data: { departs: Parameters<typeof totalOf>[0]; countTime: string | null } }) {
  const sum = totalOf(departs)
  const items = shownFigures.map((name) => ({ label: tLabel(teamShow[name]), value: sum[name], to: `?show=${name}` }))
  return (
    <>
      <div role="group" aria-label={t('团队概况')}>
        <dl className={styles.totals}>
          {[{ label: t('人数'), value: sum.people, to: '?' }, ...items].map(({ label, value, to }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Link to={to}>{value}</Link>
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('本月学习时长（小时）')}</dt>
            <dd>{sum.learnHours}</dd>
          </div>
        </dl>
      </div>
      <p className={styles.dim}>
        {countTime === null ? t('数据正在统计。') : t('每小时统计一次，最近 {{time}}。', { time: minuteText(countTime) })}
      </p>
    </>
  )
}

function ExportButton({ params }: { params: Body<typeof team.export> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(team.export, params).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      {t('导出')}
    </Button>
  )
}
