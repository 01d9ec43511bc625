// The totals of the site, each with the difference to the day before and a link to its list.
import { type TotalName, totalTitles } from '@shuyuan/contract/site/config/total-name.ts'
import { totalNum } from '@shuyuan/contract/stat/total.ts'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { useMenuPath } from '../../../shared/page/menu-path.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './home.module.css'

/** The named routes of admin.md §2. */
const menus: Record<TotalName, string> = {
  examCount: 'ExamList',
  tmplCount: 'TmplList',
  battleCount: 'BattleList',
  courseCount: 'CourseList',
  fileCount: 'CourseFileList',
  repoCount: 'RepoList',
  quCount: 'QuList',
  userCount: 'SysUser',
  grantCount: 'CertGrantList',
  courseOrderCount: 'CourserOrder',
}

function Total({ name, value, change }: { name: TotalName; value: number; change: number | undefined }) {
  const path = useMenuPath()(menus[name])
  const content = (
    <>
      <span>{tLabel(totalTitles[name])}</span>
      <b>{value.toLocaleString('en-US')}</b>
      <small>
        {change === 0 && t('较昨日持平')}
        {change !== undefined && change !== 0 && (
          <span data-up={change > 0}>{change > 0 ? t('较昨日 +{{n}}', { n: change }) : t('较昨日 −{{n}}', { n: -change })}</span>
        )}
      </small>
    </>
  )
  return <li>{path ? <Link to={path}>{content}</Link> : <div>{content}</div>}</li>
}

export function Totals() {
  const { data, error, refetch } = useCall(totalNum.all, {}, { quiet: true })
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={5} />
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="totals">
      <header>
        <h2 id="totals">{t('数据总览')}</h2>
        <small>
          {data.scale !== 100 && <mark className={styles.scaled}>{t('已按比例放大')}</mark>}
          {t('统计于 {{time}}', { time: data.time.slice(11, 16) })}
        </small>
      </header>
      <ul className={styles.totals}>
        {(Object.keys(totalTitles) as TotalName[]).map((name) => {
          const value = data[name]
          return value === undefined ? null : <Total key={name} name={name} value={value} change={data.change[name]} />
        })}
      </ul>
    </section>
  )
}
