// The line of a learner's week: streak, goal, points, next certificate.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { statToday } from '@shuyuan/contract/stat/total.ts'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import styles from './today.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

type Line = NonNullable<Data<(typeof statToday)['mine']>['pace']>

export function Pace({ pace: { streak, days, goal, points, cert } }: { pace: Line }) {
  return (
    <p className={styles.pace}>
      {streak > 0 && <span>{t('连续学习 {{n}} 天', { n: streak })}</span>}
      <span data-reached={days >= goal}>
        <span className={styles.paceDots} aria-hidden="true">
          {Array.from({ length: goal }, (_, at) => (
            <i key={at} data-done={at < days} />
          ))}
        </span>
        {days >= goal ? t('本周目标已完成') : t('本周 {{days}} / {{goal}} 天', { days, goal })}
      </span>
      <Link className={textStyles.lone} to="/web/uc?to=points">
        {t('{{n}} 积分', { n: points })}
      </Link>
      {cert && (
        <Link className={textStyles.lone} to={`/web/course/view/${cert.courseId}`}>
          {t('学完“{{course}}”得证书', { course: cert.courseTitle })}
        </Link>
      )}
    </p>
  )
}
