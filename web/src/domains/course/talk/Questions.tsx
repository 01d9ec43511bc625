// The tab 问答: questions to the teacher with their answers.
import { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import type { TalkProps } from '../learn/course-tools.ts'
import { Answers } from './Answers.tsx'
import { PlaceButton, placeOf, placeText } from './PlaceButton.tsx'
import { secondsNow } from './stage-place.ts'
import { useGoTo } from './useGoTo.ts'
import { Writer } from './Writer.tsx'
import styles from './talk.module.css'

const PAGE = 10
type Question = RowOf<(typeof courseQuestion)['user-paging']>

type QuestionItemProps = TalkProps & { row: Question; onGo: (fileId: string, seconds: number) => void }

function QuestionItem({ course, row, onGo }: QuestionItemProps) {
  const [adding, setAdding] = useState(false)
  const reply = useCommand(courseQuestion.reply, { refresh: [courseQuestion['user-paging']], onDone: () => setAdding(false) })
  return (
    <>
      <div className={styles.talkHead}>
        {row.isOwn ? <Tag tone="info">{t('我的提问')}</Tag> : <Tag>{t('其他学员的提问')}</Tag>}
        {row.answered ? <Tag tone="good">{t('已回答')}</Tag> : <Tag tone="warn">{t('等待回答')}</Tag>}
      </div>
      <p>{row.content}</p>
      <PlaceButton course={course} place={row} onGo={onGo} />
      <Answers answers={row.answers} />
      <footer>
        <time>{row.createTime.slice(0, 16)}</time>
        {row.isOwn && row.answered && !adding && (
          <button type="button" onClick={() => setAdding(true)}>
            {t('继续追问')}
          </button>
        )}
      </footer>
      {adding && (
        <Writer
          label={t('补充您的问题')}
          button={t('发送')}
          busy={reply.isPending}
          onCancel={() => setAdding(false)}
          onSend={(content) => reply.mutateAsync({ id: row.id, content })}
        />
      )}
    </>
  )
}

export function Questions({ course, fileId }: TalkProps) {
  const [current, setCurrent] = useState(1)
  const [mine, setMine] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const body = { current, size: PAGE, params: { courseId: course.id, mine } }
  const { data, error, refetch } = useCall(courseQuestion['user-paging'], body, { quiet: true, placeholderData: keepPreviousData })
  const ask = useCommand(courseQuestion.ask, {
    done: t('提问已发送，老师回答后会通知您'),
    refresh: [courseQuestion['user-paging']],
    onDone: () => setCurrent(1),
  })
  const goTo = useGoTo(course.id, fileId)
  const place = placeOf(course, fileId, seconds)
  return (
    <div className={styles.talk}>
      <Writer
        label={t('向老师提问，老师可以把问答公开给其他学员')}
        button={t('提问')}
        about={placeText(place)}
        busy={ask.isPending}
        onBegin={() => setSeconds(secondsNow())}
        onSend={(content) => ask.mutateAsync({ courseId: course.id, fileId: place.fileId, position: place.position, content })}
      />
      <label className={styles.talkMine}>
        <input
          type="checkbox"
          checked={mine}
          onChange={(event) => {
            setMine(event.target.checked)
            setCurrent(1)
          }}
        />
        {t('只看我的提问')}
      </label>
      {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
      {data?.records.length === 0 && <PageEmpty text={t('还没有提问。')} />}
      <ol>
        {data?.records.map((row) => (
          <li key={row.id}>
            <QuestionItem course={course} fileId={fileId} row={row} onGo={goTo} />
          </li>
        ))}
      </ol>
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </div>
  )
}
