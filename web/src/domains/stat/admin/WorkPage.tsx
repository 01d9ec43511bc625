// Back office: the home of teachers and invigilators, with their own work only.
import { lazy, Suspense } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useMe } from '../../../shared/session/session.ts'
import { QuickCards } from '../dashboard/QuickCards.tsx'
import { TodoList } from '../dashboard/TodoList.tsx'
import styles from '../dashboard/home.module.css'

/** The texts of exams weigh 30 kB. */
const GoingOn = lazy(async () => ({ default: (await import('../dashboard/GoingOn.tsx')).GoingOn }))

export default function WorkPage() {
  const me = useMe()
  return (
    <div className={styles.home}>
      <h1>{t('{{name}}，您好', { name: me.realName })}</h1>
      <TodoList />
      <QuickCards />
      <Suspense>
        <GoingOn />
      </Suspense>
    </div>
  )
}
