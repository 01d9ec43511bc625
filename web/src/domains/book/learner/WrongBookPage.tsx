// The questions that the learner got wrong in one exam.
import { useParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { BookList } from '../BookList.tsx'
import styles from '../book.module.css'

export default function WrongBookPage() {
  const { examId = '' } = useParams()
  return (
    <div className={styles.book}>
      <h1>{t('考试错题')}</h1>
      <BookList examId={examId} />
    </div>
  )
}
