// What waits for a learner today: exams, courses, trainings, each with its link.
import { fromWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { classes } from '../../kernel/theme/classes.ts'
import boneStyles from '../../kernel/plain/bone.module.css'
import buttonStyles from '../../kernel/plain/button.module.css'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './today.module.css'

type Due = { key: string; title: string; note: string; to: string; action: string; strong?: boolean }

const isAhead = (at: string | null) => at !== null && fromWallClock(at) > new Date()
const clock = (at: string) => at.slice(5, 16)

function Group({ title, rows }: { title: string; rows: Due[] }): ReactNode {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <span>
              <b>{row.title}</b>
              <small>{row.note}</small>
            </span>
            <Link className={classes(buttonStyles.btn, buttonStyles.btnSmall, row.strong && buttonStyles.btnPrimary)} to={row.to}>
              {row.action}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Today() {
  const { data, error } = useCall(statToday.mine, {}, { quiet: true })
  // the page below is complete without it
  if (error) return null
  if (!data) return <div className={classes(styles.todayBone, boneStyles.bone)} data-holds="" />
  const isCalm = data.exams.length + data.courses.length + data.trains.length === 0
  return (
    <section className={classes(panelStyles.panel, styles.today)} aria-labelledby="today">
      <h2 id="today">{t('今天')}</h2>
      {isCalm && <p>{t('今天没有要完成的学习和考试。')}</p>}
      {!isCalm && (
        <div className={styles.todayGroups}>
          <Group
            title={t('要考的试')}
            rows={data.exams.map((row) => {
              const note =
                !row.going && isAhead(row.startTime)
                  ? t('{{time}} 开始', { time: clock(row.startTime ?? '') })
                  : row.endTime === null
                    ? t('不限时间')
                    : t('{{time}} 截止', { time: clock(row.endTime) })
              return {
                key: row.id,
                title: row.title,
                note,
                to: `/web/exam/check/${row.id}`,
                action: row.going ? t('继续考试') : t('去考试'),
                strong: row.going,
              }
            })}
          />
          <Group
            title={t('要学的课')}
            rows={data.courses.map((row) => ({
              key: row.id,
              title: row.title,
              note: row.endTime === null ? t('必修') : t('{{time}} 截止', { time: clock(row.endTime) }),
              to: `/web/course/view/${row.id}`,
              action: t('去学习'),
            }))}
          />
          <Group
            title={t('没做完的训练')}
            rows={data.trains.map((row) => ({
              key: `${row.repoId}/${row.mode}`,
              title: row.title,
              note: t('已做 {{n}} / {{total}} 题', { n: row.answerCount, total: row.totalCount }),
              to: `/web/repo/training/${row.repoId}/${row.mode}`,
              action: t('继续训练'),
            }))}
          />
        </div>
      )}
    </section>
  )
}
