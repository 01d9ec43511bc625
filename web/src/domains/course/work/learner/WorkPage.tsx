// Learner: one assignment outside of its lesson, also after the course has ended.
import { Link, useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import { WorkPanel } from '../WorkPanel.tsx'
import textStyles from '../../../../kernel/plain/text.module.css'
import styles from '../work.module.css'

export default function WorkPage() {
  const { courseId = '', fileId = '' } = useParams()
  return (
    <div className={styles.page}>
      <Link className={textStyles.lone} to={`/web/course/view/${courseId}`}>
        {t('进入课程')}
      </Link>
      <div className={classes(panelStyles.panel, styles.sheet)}>
        <WorkPanel key={`${courseId}/${fileId}`} courseId={courseId} fileId={fileId} heading />
      </div>
    </div>
  )
}
