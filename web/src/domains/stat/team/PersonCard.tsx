// One person of a team: the name leads to their page.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type { team } from '@shuyuan/contract/stat/team.ts'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { dayText, minuteText } from '../../../kernel/text/short-date.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import textStyles from '../../../kernel/plain/text.module.css'
import styles from './team.module.css'

type Row = RowOf<typeof team.paging>

export const PersonCard = ({ row, onRemind }: { row: Row; onRemind: () => void }) => (
  <article className={classes(cardsStyles.card, styles.person)} aria-label={row.realName}>
    <header>
      <h2>
        <Link className={textStyles.lone} to={`/web/team/${row.id}`}>
          {row.realName}
        </Link>
      </h2>
      <span className={styles.dim}>{row.deptCode_dictText}</span>
    </header>
    <p className={styles.tags}>
      {row.overdue > 0 && <Tag tone="bad">{t('{{n}} 门逾期', { n: row.overdue })}</Tag>}
      {row.learning > 0 && <Tag tone="info">{t('{{n}} 门在学', { n: row.learning })}</Tag>}
      {row.certEnd !== null && <Tag tone="warn">{t('证书 {{day}} 到期', { day: dayText(row.certEnd) })}</Tag>}
      <Tag>{t('本月 {{hours}} 小时', { hours: row.learnHours })}</Tag>
    </p>
    {row.examTitle !== null && (
      <p>
        {t('下一场：{{title}}', { title: row.examTitle })} <span className={styles.dim}>{examTime(row)}</span>
      </p>
    )}
    {row.paperTitle !== null && row.passed !== null && (
      <p>
        {t('最近：{{title}}', { title: row.paperTitle })}{' '}
        <Tag tone={row.passed ? 'good' : 'bad'}>{row.passed ? t('及格') : t('不及格')}</Tag>
      </p>
    )}
    <footer>
      <Button small onClick={onRemind}>
        {t('发送提醒')}
      </Button>
    </footer>
  </article>
)

const examTime = ({ examStart, examEnd }: Row) =>
  [examStart, examEnd].map((time) => (time === null ? t('不限') : minuteText(time))).join(' – ')
