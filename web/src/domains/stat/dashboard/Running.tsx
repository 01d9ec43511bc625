// Courses and exams in progress, five of each.
import { examStat } from '@shuyuan/contract/stat/exam.ts'
import { courseDash } from '@shuyuan/contract/stat/total.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { useMenuPath } from '../../../shared/page/menu-path.ts'
import boneStyles from '../../../kernel/plain/bone.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './home.module.css'

const ROWS = 5
const first = { size: ROWS }

type Row = { id: string; title: string; to: string | undefined; left: ReactNode; right: ReactNode }
type BlockProps = {
  title: string
  all: string | undefined
  heads: [string, string]
  rows: Row[] | undefined
  error: unknown
  retry: () => unknown
}

function Block({ title, all, heads, rows, error, retry }: BlockProps) {
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {all && <Link to={all}>{t('更多')}</Link>}
      </header>
      {error ? <PageError compact error={error} onRetry={() => void retry()} /> : null}
      {!rows && !error && <div className={classes(styles.listBone, boneStyles.bone)} />}
      {rows?.length === 0 && <PageEmpty />}
      {rows && rows.length > 0 && (
        <table className={styles.running}>
          <thead>
            <tr>
              <th scope="col">{t('名称')}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.to ? <Link to={row.to}>{row.title}</Link> : row.title}</th>
                <td>{row.left}</td>
                <td>{row.right}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

export function RunningCourses() {
  const { data, error, refetch } = useCall(courseDash['dash-course-list'], first, { quiet: true })
  const pathOf = useMenuPath()
  const detail = pathOf('CourseStat') ?? pathOf('CourseUpdate')
  const rows = data?.records.map((row) => ({
    ...row,
    to: detail?.replace(/:\w+$/, row.id),
    left: row.procCount,
    right: row.finishCount,
  }))
  return (
    <Block
      title={t('进行中的课程')}
      all={pathOf('CourseList')}
      heads={[t('学习中'), t('已学完')]}
      rows={rows}
      error={error}
      retry={refetch}
    />
  )
}

export function RunningExams() {
  const { data, error, refetch } = useCall(examStat['dash-exam-list'], first, { quiet: true })
  const pathOf = useMenuPath()
  const watch = pathOf('ExamWatchDetail')
  const detail = pathOf('ExamStat')
  const rows = data?.records.map((row) => ({
    ...row,
    to: watch ? `${watch}?examId=${row.id}` : detail?.replace(/:\w+$/, row.id),
    left: row.procCount,
    right: row.handCount,
  }))
  return (
    <Block
      title={t('进行中的考试')}
      all={pathOf('ExamList')}
      heads={[t('考试中'), t('已交卷')]}
      rows={rows}
      error={error}
      retry={refetch}
    />
  )
}
