// All questions that the learner got wrong, in exams and in training.
import { book } from '@shuyuan/contract/book/book.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { BookList } from '../BookList.tsx'
import { DueBar } from '../DueBar.tsx'
import styles from '../book.module.css'

export default function BookPage() {
  const { data: due, isPending } = useCall(book.due, {}, { quiet: true })
  return (
    <div className={styles.book}>
      <h1>{t('错题本')}</h1>
      <BookList waits={isPending} head={due && <DueBar due={due} />} />
    </div>
  )
}
