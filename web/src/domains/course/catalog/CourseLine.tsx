// A course in the learner's list: a row with its picture, which is a link as a whole.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { coursePhase, learned } from '@shuyuan/contract/course/catalog/course.ts'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { call } from '../../../kernel/call/api.ts'
import { BuyButton } from '../../pay/order/BuyButton.tsx'
import { useOfferedCost } from '../../pay/order/cost-text.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { Bar } from './Bar.tsx'
import { coursePath, type CourseRow, daysText, lengthText } from './course-labels.ts'
import { DueTag } from './DueTag.tsx'
import { Cover } from './Cover.tsx'
import styles from './course.module.css'

/** Facts in one line, the most telling first. */
const factsOf = (row: CourseRow): string =>
  [
    ...(row.catId_dictText === '' ? [] : [tLabel(row.catId_dictText)]),
    t('{{n}} 个课件', { n: row.fileCount }),
    ...(row.duration > 0 ? [lengthText(row.duration)] : []),
    ...(daysText(row) === '' ? [] : [daysText(row)]),
  ].join(' · ')

/** `toBuy`: the course has a price and is not bought. */
export function CourseLine({ row, toBuy }: { row: CourseRow; toBuy: boolean }) {
  const cost = useOfferedCost(row)
  return (
    <article className={styles.courseLine} data-phase={row.phase}>
      <Cover course={row} />
      <div className={styles.courseLineIn}>
        <h3>
          <Link to={coursePath(row.id)}>{row.title}</Link>
        </h3>
        <div className={styles.courseTags}>
          {row.required && <Tag tone="warn">{t('必修')}</Tag>}
          {row.phase !== 'open' && <Tag>{tLabel(coursePhase[row.phase])}</Tag>}
          {row.inRoom === true && <Tag tone="info">{t('线下培训')}</Tag>}
          <DueTag course={row} />
        </div>
        <p className={styles.courseDim}>
          {row.rateCount > 0 && (
            <span
              className={styles.courseRate}
              role="img"
              aria-label={t('{{mean}} 星，{{n}} 人评价', { mean: row.rateMean, n: row.rateCount })}
            >
              ★ {row.rateMean.toFixed(1)}（{row.rateCount}）
            </span>
          )}
          {factsOf(row)}
        </p>
      </div>
      <div className={styles.courseLineEnd}>
        {row.learned === 'finished' && (
          <span className={styles.courseDone}>
            <span aria-hidden="true">✓ </span>
            {t('已完成')}
          </span>
        )}
        {row.learned === 'going' && <Bar percent={row.process} />}
        {row.learned === 'none' && !toBuy && <span className={styles.courseDim}>{tLabel(learned.none)}</span>}
        {toBuy && <b className={styles.coursePrice}>{cost}</b>}
        {toBuy && <BuyButton title={row.title} order={() => call(courseBuy.init, { courseId: row.id })} />}
      </div>
    </article>
  )
}
