// A question of the wrong-answer book: shown without its key first, the answer on request.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { type ReactNode, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { Button } from '../../kernel/plain/Button.tsx'
import { subOf } from '../paper/question/answer.ts'
import type { ShownQuestion } from '../paper/question/marked.ts'
import { ExplainSlot } from '../paper/question/ExplainSlot.tsx'
import { QuestionView } from '../paper/question/QuestionView.tsx'

type Detail = Data<typeof book.detail>

/** The question alone, or with the learner's answer and the key. */
function shownOf({ question, answer, key, subKeys }: Detail, isOpen: boolean): ShownQuestion {
  const { subList, score: _score, ...asked } = question
  const subs = subList.map(({ score: _own, ...sub }, at): ShownQuestion => {
    const own = subKeys[at]
    return isOpen && own ? { ...sub, answer: subOf(answer, sub.quId), key: own } : sub
  })
  return isOpen ? { ...asked, answer, key, subList: subs } : { ...asked, subList: subs }
}

type BookQuestionProps = {
  /** by its row or by its id */
  of: { id: string } | { quId: string }
  /** shows the answer from the start */
  open?: boolean
  number?: number
  /** shown below, once the question or its error is there */
  children?: ReactNode
}

export function BookQuestion({ of, open = false, number, children }: BookQuestionProps) {
  const { data, error, refetch } = useCall(book.detail, of, { quiet: true })
  const [isOpen, setIsOpen] = useState(open)
  if (!data && !error) return <PageLoading rows={2} />
  if (!data)
    return (
      <>
        <PageError compact error={error} onRetry={() => void refetch()} />
        {children}
      </>
    )
  return (
    <>
      <QuestionView question={shownOf(data, isOpen)} {...(number === undefined ? {} : { number })} />
      {isOpen && <ExplainSlot scene="book" of={data.id} quId={data.question.quId} />}
      <Button small onClick={() => setIsOpen(!isOpen)} aria-expanded={isOpen}>
        {isOpen ? t('收起答案') : t('查看答案和解析')}
      </Button>
      {children}
    </>
  )
}
