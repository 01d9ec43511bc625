// A candidate with account and department, and the way to the paper.
import { Link } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { t } from '../../../kernel/i18n.ts'
import type { Person } from './similar-view.ts'
import styles from './similar.module.css'

const nothing = ''

export const nameOf = ({ realName, userName }: Person) => (realName === nothing ? userName : realName)

export function PersonName({ person }: { person: Person }) {
  return (
    <span className={styles.person}>
      <b>{nameOf(person)}</b>
      <small>
        {person.userName}
        {person.deptCode_dictText !== nothing && ` · ${person.deptCode_dictText}`}
      </small>
    </span>
  )
}

export const PaperLink = ({ person }: { person: Person }) =>
  can(['paper:list']) ? (
    <Link to={`/admin/exam/paper/${person.paperId}`} className={styles.link} aria-label={t('打开{{name}}的答卷', { name: nameOf(person) })}>
      {t('打开答卷')}
    </Link>
  ) : null
