// One question from the learner's wrong-answer book.
import { Link, useParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { BookQuestion } from '../BookQuestion.tsx'
import styles from '../book.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

export default function QuViewPage() {
  const { id = '' } = useParams()
  return (
    <div className={styles.book}>
      <h1>{t('试题详情')}</h1>
      <div className={styles.bookOpen}>
        <BookQuestion of={{ quId: id }} open>
          <Link className={textStyles.lone} to="/web/book">
            {t('返回错题本')}
          </Link>
        </BookQuestion>
      </div>
    </div>
  )
}
