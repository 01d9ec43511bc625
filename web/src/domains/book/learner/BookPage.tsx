// All questions that the learner got wrong, in exams and in training.
import { t } from '../../../kernel/i18n.ts'
import { BookList } from '../BookList.tsx'
import { DueBar } from '../DueBar.tsx'
import styles from '../book.module.css'

export default function BookPage() {
  return (
    <div className={styles.book}>
      <h1>{t('错题本')}</h1>
      <DueBar />
      <BookList />
    </div>
  )
}
