// Head of the wrong-answer book: questions due today, and how many of them are answered.
import type { book } from '@shuyuan/contract/book/book.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { Link } from 'react-router'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import { Ring } from '../../kernel/plain/Ring.tsx'
import panelStyles from '../../kernel/plain/panel.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { trainingPath } from '../repo/training-path.ts'
import styles from './book.module.css'

export function DueBar({ due: data }: { due: Data<typeof book.due> }) {
  const sum = (name: 'count' | 'done') => data.reduce((all, one) => all + one[name], 0)
  const [count, done] = [sum('count'), sum('done')]
  // a training covers one bank: the one with the most questions comes first, the others after it
  const [first, ...others] = data.filter((one) => one.count > 0).toSorted((a, b) => b.count - a.count)
  return (
    <section className={classes(panelStyles.panel, styles.due)} aria-labelledby="book-due">
      {count + done > 0 && (
        <Ring
          size={64}
          percent={Math.round((done * 100) / (count + done))}
          label={t('今天已复习 {{n}} / {{total}} 题', { n: done, total: count + done })}
        />
      )}
      <div>
        <h2 id="book-due">{tLabel('间隔复习')}</h2>
        <p>{count === 0 ? t('现在没有到期的错题，过些时候再来复习。') : t('答错的题隔一天再问，答对的隔得越来越久。')}</p>
      </div>
      {first && (
        // a training that was left yesterday does not hold today's due questions
        <Link
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.dueGo)}
          to={trainingPath(first.id, TrainMode.spaced, '', true)}
        >
          {t('今天 {{n}} 题', { n: count })}
        </Link>
      )}
      {others.length > 0 && (
        <details className={styles.dueMore}>
          <summary>{t('按题库复习')}</summary>
          {[first!, ...others].map(({ id, title, count: n }) => (
            <Link key={id} to={trainingPath(id, TrainMode.spaced, '', true)}>
              {t('“{{title}}” {{n}} 题', { title, n })}
            </Link>
          ))}
        </details>
      )}
    </section>
  )
}
