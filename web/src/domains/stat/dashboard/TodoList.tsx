// What waits for the user today, each with its link; and the steps of a new site until they are done.
import { type StepName, stepTitles, type TodoName, todoTitles } from '@shuyuan/contract/stat/total.ts'
import { statWork } from '@shuyuan/contract/stat/total.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { useMenuPath } from '../../../shared/page/menu-path.ts'
import boneStyles from '../../../kernel/plain/bone.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './home.module.css'

/** The menu of each kind of work, the first that the user was granted, and its filter. */
const places: Record<TodoName, { menus: string[]; query?: string }> = {
  exams: { menus: ['ExamWatchList', 'ExamList'] },
  papers: { menus: ['ReviewPaperList'] },
  applies: { menus: ['ExamApplyList'], query: '?auditState=0' },
  reals: { menus: ['RealAudit'], query: '?state=0' },
  invoices: { menus: ['InvoiceList'], query: '?invoiceState=1' },
  overdue: { menus: ['CourseOverdue'] },
}
/** The menu of each step, or the address of a page that has none. */
const stepPlaces: Record<StepName, string> = {
  password: '/profile/index',
  site: 'SysConfig',
  departs: 'SysDepart',
  people: 'SysUser',
  roles: 'SysUser',
  mail: 'PropMail',
  backup: 'SysBackup',
  bank: 'RepoList',
  questions: 'QuList',
  tmpl: 'TmplList',
  exam: 'ExamList',
  marking: 'ReviewPaperList',
  course: 'CourseList',
  cert: 'CertList',
}
const LIMIT = 1_000
const freshMs = 30_000

/** Only users without the control room have it; its texts of exams weigh 30 kB. */
const Watched = lazy(async () => ({ default: (await import('./Watched.tsx')).Watched }))

export function TodoList() {
  const { data, error, refetch } = useCall(statWork.todo, {}, { quiet: true, staleTime: freshMs })
  const pathOf = useMenuPath()
  if (!data)
    return error ? (
      <PageError compact error={error} onRetry={() => void refetch()} />
    ) : (
      <div className={classes(styles.todoBone, boneStyles.bone)} />
    )
  const waiting = data.todos.filter((one) => one.count > 0)
  return (
    <>
      {data.steps.length > 0 && (
        <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="first-steps">
          <h2 id="first-steps">{t('上手步骤')}</h2>
          <ol className={styles.steps}>
            {data.steps.map(({ name, done }, at) => {
              const place = stepPlaces[name]
              const path = place.startsWith('/') ? place : pathOf(place)
              const isNext = !done && data.steps.slice(0, at).every((one) => one.done)
              return (
                <li key={name} data-done={done} aria-current={isNext ? 'step' : undefined}>
                  <i aria-hidden>{done ? '✓' : at + 1}</i>
                  {path && !done ? <Link to={path}>{tLabel(stepTitles[name])}</Link> : <span>{tLabel(stepTitles[name])}</span>}
                  <small>{done ? t('已完成') : isNext ? t('下一步') : t('未完成')}</small>
                </li>
              )
            })}
          </ol>
        </section>
      )}
      {data.watched.length > 0 && (
        <Suspense>
          <Watched exams={data.watched} />
        </Suspense>
      )}
      {data.todos.length > 0 && (
        <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="todo">
          <h2 id="todo">{t('今天要做的')}</h2>
          {waiting.length === 0 ? (
            <p className={styles.calm}>{t('今天没有待办事项。')}</p>
          ) : (
            <ul className={styles.todos}>
              {waiting.map(({ name, count }) => {
                const { menus, query = '' } = places[name]
                const path = menus.map(pathOf).find((one) => one !== undefined)
                const content = (
                  <>
                    <b>{count >= LIMIT ? `${LIMIT - 1}+` : count}</b>
                    <span>{tLabel(todoTitles[name])}</span>
                  </>
                )
                return <li key={name}>{path ? <Link to={path + query}>{content}</Link> : <span>{content}</span>}</li>
              })}
            </ul>
          )}
        </section>
      )}
    </>
  )
}
