// Wrong answers for printing: the questions with space to write, and the answers on request.
import type { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import type { ShownQuestion } from '../../paper/question/marked.ts'
import { QuestionView } from '../../paper/question/QuestionView.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from '../book.module.css'

const ANSWERS = 'answers'
/** The most rows that the server returns. */
const MAX_PRINTED = 500

export default function BookPrintPage() {
  const [address, setAddress] = useSearchParams()
  const answers = address.get(ANSWERS) === '1'
  const places = Object.fromEntries(
    ['examId', 'repoId', 'chapterId'].flatMap((name) => (address.get(name) ? [[name, address.get(name) ?? '']] : [])),
  )
  const quType = Number(address.get('quType')) as keyof typeof quTypeText
  const { data, error, refetch } = useCall(
    book.print,
    { ...places, ...(quType ? { quType } : {}), answers },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const toggle = (on: boolean) => {
    const next = new URLSearchParams(address)
    if (on) next.set(ANSWERS, '1')
    else next.delete(ANSWERS)
    setAddress(next, { replace: true })
  }
  if (!data || error || data.length === 0)
    return (
      <main className={styles.bookSheet}>
        <h1>{t('错题本')}</h1>
        {error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <PageEmpty hint={t('考试和训练中答错的题会收在这里。')} />
        ) : (
          <PageLoading rows={6} />
        )}
      </main>
    )
  return (
    <main className={styles.bookSheet} data-answers={answers}>
      <div className={classes(styles.bookBar, styles.bookSheetBar)}>
        <label className={styles.bookSwitch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={answers}
            checked={answers}
            onChange={(event) => toggle(event.target.checked)}
          />
          {t('打印答案和解析')}
        </label>
        <span className={styles.bookButtons}>
          <Button small strong onClick={() => window.print()}>
            {t('打印')}
          </Button>
        </span>
      </div>
      {data.length === MAX_PRINTED && (
        <p className={classes(styles.bookDim, styles.bookSheetBar)}>
          {t('一次最多打印 {{n}} 题，请按题库或章节分次打印。', { n: MAX_PRINTED })}
        </p>
      )}
      <h1>{t('错题本')}</h1>
      <ol>
        {data.map(({ question: { subList, score: _score, ...asked }, key, subKeys }, at) => {
          const subs = subList.map(({ score: _own, ...sub }, i): ShownQuestion => (subKeys[i] ? { ...sub, key: subKeys[i] } : sub))
          return (
            <li key={asked.quId}>
              <QuestionView question={{ ...asked, subList: subs, ...(key ? { key } : {}) }} number={at + 1} />
            </li>
          )
        })}
      </ol>
    </main>
  )
}
