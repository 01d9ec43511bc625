// The first view of a course: the rest to learn, and the start button or the reason why there is none.
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { courseReason } from '@shuyuan/contract/course/catalog/course.ts'
import { Link } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { call } from '../../../kernel/call/api.ts'
import { BuyButton } from '../../pay/order/BuyButton.tsx'
import { useOfferedCost } from '../../pay/order/cost-text.ts'
import { useCoursePath } from './course-place.ts'
import { captureRules } from '../face/capture-rules.ts'
import { type CourseDetail, windowText } from '../catalog/course-labels.ts'
import { Cover } from '../catalog/Cover.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

/** The reasons why the learner cannot start, with the price or the date. */
function refusals(course: CourseDetail, cost: string): string[] {
  return course.reasons.map((reason) => {
    if (reason === 'buy') return t('请先购买课程：{{cost}}', { cost })
    return t('{{reason}}（{{window}}）', { reason: tLabel(courseReason[reason]), window: windowText(course) })
  })
}

const toDo = ({ files }: CourseDetail) => files.filter((file) => file.required && !file.finished).length

export function CourseCover({ course }: { course: CourseDetail }) {
  const begun = course.learned !== 'none'
  const left = toDo(course)
  const cost = useOfferedCost(course)
  const pathOf = useCoursePath()
  return (
    <div className={classes(panelStyles.panel, styles.stageCover)}>
      <Cover course={course} top />
      <div className={styles.stageCoverIn}>
        {refusals(course, cost).map((text) => (
          <p key={text} role="alert" className={styles.stageRefusal}>
            {text}
          </p>
        ))}
        {course.reasons.length === 1 && course.reasons[0] === 'buy' && (
          <BuyButton big title={course.title} order={() => call(courseBuy.init, { courseId: course.id })} />
        )}
        {course.canLearn && (
          <>
            {course.faceInterval > 0 && left > 0 && <p>{captureRules({ minutes: course.faceInterval, limit: course.faceChance })}</p>}
            <p>{left === 0 ? t('必学课件已全部学完') : t('还有 {{n}} 个必学课件要学', { n: left })}</p>
            {course.nextFileId !== '' && (
              <Link
                className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.stageGo)}
                to={pathOf(course.id, course.nextFileId)}
                state={{ play: true }}
              >
                {left === 0 ? t('再看一遍') : begun ? t('继续学习') : t('开始学习')}
              </Link>
            )}
          </>
        )}
      </div>
    </div>
  )
}
