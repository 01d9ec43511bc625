// What of the wrong-answer book is due again, with a way to repeat it.
import { book } from '@shuyuan/contract/book/book.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { Link } from 'react-router'
import { useCall } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import panelStyles from '../../kernel/plain/panel.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { trainingPath } from '../repo/training-path.ts'
import styles from './book.module.css'

export function DueBar() {
  const { data } = useCall(book.due, {}, { quiet: true })
  if (!data) return null
  return (
    <section className={classes(panelStyles.panel, styles.due)} aria-labelledby="book-due">
      <h2 id="book-due">{tLabel('间隔复习')}</h2>
      <p>{data.length === 0 ? t('现在没有到期的错题，过些时候再来复习。') : t('答错的题隔一天再问，答对的隔得越来越久。')}</p>
      {data.map(({ id, title, count }) => (
        // a training that was left yesterday does not hold what is due today
        <Link key={id} className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} to={trainingPath(id, TrainMode.spaced, '', true)}>
          {t('复习“{{title}}” {{n}} 题', { title, n: count })}
        </Link>
      ))}
    </section>
  )
}
