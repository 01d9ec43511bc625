// The latest notices beside a learner's list; renders nothing if there are none.
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { TimeAgo } from '../../kernel/text/relative-time.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import boneStyles from '../../kernel/plain/bone.module.css'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './notice.module.css'
import { dayText } from '../../kernel/text/short-date.ts'

const LATEST = 4
const freshMs = 60_000

export function NoticeCard() {
  const { data, error } = useCall(
    notice.paging,
    { size: LATEST, params: { state: NoticeState.shown } },
    { quiet: true, staleTime: freshMs },
  )
  if (error || data?.total === 0) return null
  return (
    <section className={classes(panelStyles.panel, styles.noticeCard)} aria-labelledby="notice-card">
      <header>
        <h2 id="notice-card">{t('系统公告')}</h2>
        <Link to="/web/notice">{t('更多')}</Link>
      </header>
      <ul aria-busy={!data}>
        {/* has the height of the content, so that the layout does not shift */}
        {!data && Array.from({ length: LATEST }, (_none, row) => <li key={row} className={classes(styles.noticeBone, boneStyles.bone)} />)}
        {data?.records.map((row) => (
          <li key={row.id}>
            <Link to={`/web/notice/detail/${row.id}`} target="_blank" rel="noopener">
              {row.title}
            </Link>
            <TimeAgo at={row.createTime} older={dayText(row.createTime)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
