// Learner: one activity with its rules, the caller's tries, the prizes and the ranking.
import { activity, activityPhase } from '@shuyuan/contract/activity/activity.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Link, useNavigate, useParams } from 'react-router'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { prizeText, timeText } from '../activity-labels.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from '../activity.module.css'

type Detail = Data<typeof activity.detail>
type Ranked = NonNullable<Data<typeof activity.rank>['mine']>
const SHOWN = 20
const LIVE_MS = 5_000

export default function ActivityViewPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(activity.detail, { id }, { quiet: true, refetchOnMount: 'always' })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  const isShown = data.showRank === 'live' || data.settled
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{data.title}</h1>
        <p>
          {tLabel(activityPhase[data.phase])} · {data.startTime.slice(0, 16)} ~ {data.endTime.slice(0, 16)}
        </p>
      </header>
      <Part data={data} />
      {data.prizes.length > 0 && (
        <section className={classes(panelStyles.panel, styles.box)} aria-label={t('奖励')}>
          <h2>{t('奖励')}</h2>
          <ul className={styles.prizes}>
            {data.prizes.map((one) => (
              <li key={one.from}>
                <span>
                  {one.from === one.to
                    ? t('第 {{place}} 名', { place: one.from })
                    : t('第 {{from}}-{{to}} 名', { from: one.from, to: one.to })}
                </span>
                <b>{prizeText(one.points, one.certId_dictText)}</b>
              </li>
            ))}
          </ul>
          <p className={styles.dim}>{data.prizeScore ? t('成绩达到 {{n}} 分才有奖励', { n: data.prizeScore }) : t('成绩为 0 没有奖励')}</p>
        </section>
      )}
      {data.content !== undefined && data.content !== '' && (
        <section className={classes(panelStyles.panel, styles.box)} aria-label={t('活动规则')}>
          <h2>{t('活动规则')}</h2>
          <HtmlView html={data.content} />
        </section>
      )}
      {isShown ? <Ranking id={id} live={data.phase === 'open'} /> : <p className={styles.dim}>{t('排行将在活动结束后公布')}</p>}
    </div>
  )
}

function Part({ data }: { data: Detail }) {
  const navigate = useNavigate()
  const start = useCommand(activity.start, { onDone: ({ runId }) => void navigate(`/web/activity/run/${runId}`) })
  const { mine } = data
  const count = data.singleCount + data.multipleCount + data.judgeCount
  const isOpen = data.phase === 'open'
  return (
    <section className={classes(panelStyles.panel, styles.box)} aria-label={t('我的成绩')}>
      <p>
        {t('{{n}} 题', { n: count })} · {timeText(data.runSec * 1_000)}
        {mine !== null && mine.left !== null && isOpen && ` · ${t('还可答 {{n}} 次', { n: mine.left })}`}
      </p>
      {mine?.best && (
        <p className={styles.figures}>
          <b>{mine.best.score}</b> <span>{t('分')}</span> <span>{timeText(mine.best.ms)}</span>
          {mine.best.place !== null && <span>{t('第 {{place}} 名', { place: mine.best.place })}</span>}
        </p>
      )}
      {mine !== null && (mine.prize > 0 || mine.cert !== '') && (
        <p className={styles.prize}>
          {t('获得奖励：{{prize}}', { prize: prizeText(mine.prize, mine.cert) })}
          {mine.cert !== '' && <Link to="/web/uc?to=cert">{t('查看证书')}</Link>}
        </p>
      )}
      <div className={styles.buttons}>
        {mine !== null && isOpen && (
          <button
            type="button"
            className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}
            disabled={start.isPending || (mine.left === 0 && mine.runId === null)}
            onClick={() => start.mutate({ id: data.id })}
          >
            {mine.runId === null ? t('开始答题') : t('继续答题')}
          </button>
        )}
        {mine?.lastRunId && data.phase === 'closed' && (
          <Link to={`/web/activity/run/${mine.lastRunId}`} className={classes(buttonStyles.btn, styles.big)}>
            {t('查看答案')}
          </Link>
        )}
      </div>
    </section>
  )
}

const Row = ({ row, mine }: { row: Ranked; mine: boolean }) => (
  <li className={styles.rankRow} data-mine={mine} data-place={row.place}>
    <b>{row.place}</b>
    <span>
      {row.realName}
      <small>{row.deptCode_dictText}</small>
    </span>
    <small>{timeText(row.ms)}</small>
    <b>{row.score}</b>
  </li>
)

function Ranking({ id, live }: { id: string; live: boolean }) {
  const { data, error, refetch } = useCall(activity.rank, { id }, { quiet: true, refetchInterval: live ? LIVE_MS : false })
  const listed = data?.records.slice(0, SHOWN) ?? []
  return (
    <section className={classes(panelStyles.panel, styles.box)} aria-label={t('活动排行')}>
      <h2>{t('活动排行')}</h2>
      {!data && !error && <PageLoading rows={4} />}
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {data && listed.length === 0 && <PageEmpty hint={t('还没有人交卷，来做第一个吧。')} />}
      <ol className={styles.rank}>
        {listed.map((row) => (
          <Row key={row.userId} row={row} mine={row.userId === data?.mine?.userId} />
        ))}
        {data?.mine && !listed.some((one) => one.userId === data.mine?.userId) && <Row row={data.mine} mine />}
      </ol>
    </section>
  )
}
