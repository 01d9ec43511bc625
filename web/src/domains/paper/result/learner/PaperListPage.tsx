// Learner: the signed-in user's papers of one exam.
import { Link, useParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { useMe } from '../../../../shared/session/session.ts'
import { paperLink, passColumn, scoreColumn, startColumn } from '../own-papers.tsx'
import { OwnPaperList } from '../OwnPaperList.tsx'
import styles from '../own-papers.module.css'
import textStyles from '../../../../kernel/plain/text.module.css'

export default function PaperListPage() {
  const { examId = '', userId = '' } = useParams()
  const me = useMe()
  return (
    <>
      <header className={styles.papersHead}>
        <h1>{t('考试记录')}</h1>
        <Link className={textStyles.lone} to="/web/paper">
          {t('我的成绩')}
        </Link>
      </header>
      <OwnPaperList
        columns={['title', 'state', scoreColumn, passColumn, startColumn, 'handTime', 'userTime', 'exState']}
        fixedParams={{ examId, userId, ...(userId === me.id ? { mine: true } : {}) }}
        actions={paperLink}
        empty={{ hint: t('这场考试还没有记录。') }}
      />
    </>
  )
}
