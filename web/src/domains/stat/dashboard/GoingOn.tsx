// What goes on now, for teachers: the exams that run and the newest courses, each leading to its page.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { coursePagePath } from '../../course/catalog/course-page-path.ts'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { useMenuPath } from '../../../shared/page/menu-path.ts'
import { windowText } from '../../exam/exam-labels.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './home.module.css'

const MOST = 5
type BlockProps = {
  id: string
  title: string
  all: string | undefined
  empty: string
  rows: { id: string; to: string; title: string; facts: ReactNode }[]
}

function Block({ id, title, all, empty, rows }: BlockProps) {
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {all !== undefined && <Link to={all}>{t('全部')}</Link>}
      </header>
      {rows.length === 0 && <p className={styles.calm}>{empty}</p>}
      <ul className={styles.watched}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={row.to}>{row.title}</Link>
            <small>{row.facts}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Exams({ all }: { all: string | undefined }) {
  const { data } = useCall(exam.paging, { size: MOST, params: { phase: 'open' } }, { quiet: true })
  const rows = data?.records.map((one) => ({ id: one.id, to: `/admin/exam/view/${one.id}`, title: one.title, facts: windowText(one) }))
  return (
    rows && (
      <Block id="going-exams" title={t('进行中的考试')} all={all && `${all}?phase=open`} empty={t('现在没有考试在进行')} rows={rows} />
    )
  )
}

function Courses({ all }: { all: string | undefined }) {
  const { data } = useCall(course.paging, { size: MOST, params: {} }, { quiet: true })
  const rows = data?.records.map((one) => ({
    id: one.id,
    to: coursePagePath(one.id),
    title: one.title,
    facts: t('学习中 {{going}} 人，已完成 {{done}} 人', { going: one.procCount, done: one.finishCount }),
  }))
  return rows && <Block id="going-courses" title={t('最近的课程')} all={all} empty={t('还没有课程')} rows={rows} />
}

export function GoingOn() {
  const pathOf = useMenuPath()
  const [exams, courses] = [can(['exam:list']), can(['course:list'])]
  if (!exams && !courses) return null
  return (
    <div className={styles.pair}>
      {exams && <Exams all={pathOf('ExamList')} />}
      {courses && <Courses all={pathOf('CourseList')} />}
    </div>
  )
}
