// A course in the learner's list: the whole card is a link.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { coursePhase, learned } from '@shuyuan/contract/course/catalog/course.ts'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { call } from '../../../kernel/call/api.ts'
import { BuyButton } from '../../pay/order/BuyButton.tsx'
import { Tag } from '../../../kernel/Tag.tsx'
import { Bar } from './Bar.tsx'
import { costText, coursePath, type CourseRow, daysText, lengthText } from './course-labels.ts'
import { DueTag } from './DueTag.tsx'
import { Cover } from './Cover.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from './course.module.css'

const tones = { none: 'plain', going: 'info', finished: 'good' } as const

/** `toBuy`: the course has a price and is not bought. */
export function CourseCard({ row, toBuy }: { row: CourseRow; toBuy: boolean }) {
  const cost = costText(row)
  return (
    <article className={classes(cardsStyles.card, styles.courseCard)} data-phase={row.phase}>
      <div className={styles.courseCardTop}>
        <Cover course={row} />
        {row.learned === 'finished' && (
          <span className={styles.courseDone}>
            <span aria-hidden="true">✓ </span>
            {t('已完成')}
          </span>
        )}
      </div>
      <div className={styles.courseCardIn}>
        <h2>
          <Link to={coursePath(row.id)}>{row.title}</Link>
        </h2>
        <div className={styles.courseTags}>
          <Tag tone={row.required ? 'warn' : 'plain'}>{row.required ? t('必修') : t('选修')}</Tag>
          {row.learned !== 'finished' && <Tag tone={tones[row.learned]}>{tLabel(learned[row.learned])}</Tag>}
          {row.phase !== 'open' && <Tag>{tLabel(coursePhase[row.phase])}</Tag>}
          <DueTag course={row} />
          {row.catId_dictText !== '' && <Tag>{tLabel(row.catId_dictText)}</Tag>}
        </div>
        <p className={styles.courseDim}>
          {t('{{n}} 个课件', { n: row.fileCount })}
          {row.duration > 0 && ` · ${lengthText(row.duration)}`}
          <br />
          {daysText(row)}
        </p>
        <footer>
          {toBuy && row.process === 0 ? null : <Bar percent={row.process} />}
          <b className={cost === '' ? styles.courseFree : styles.coursePrice}>{cost === '' ? t('免费') : cost}</b>
          {toBuy && <BuyButton title={row.title} order={() => call(courseBuy.init, { courseId: row.id })} />}
        </footer>
      </div>
    </article>
  )
}
