// Learner: exams still to take, by what ends next, and exams taken.
import { exam, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { BreakNotice } from '../../../kernel/plain/BreakNotice.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { NoticeCard } from '../../message/NoticeCard.tsx'
import { type ExamRow } from '../exam-labels.ts'
import { useToBuy } from '../../pay/order/BuyButton.tsx'
import { ExamCard } from './ExamCard.tsx'
import { ExamFilterBar } from './ExamFilterBar.tsx'
import { useExamFilter } from './useExamFilter.ts'
import { useOnNews } from '../useOnNews.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from './exam-learner.module.css'

// few exams compare faces
const FaceNotice = lazy(async () => ({ default: (await import('../../face/FaceNotice.tsx')).FaceNotice }))
const ApplyDialog = lazy(async () => ({ default: (await import('./ApplyDialog.tsx')).ApplyDialog }))

const PAGE = 10

export default function ExamRoomListPage() {
  const { filter, change, isBreak } = useExamFilter()
  const { title, stage = 'todo', examType, current } = filter
  const params = {
    mine: true,
    state: ExamState.enabled,
    stage,
    ...(title === '' ? {} : { title }),
    ...(examType === '' ? {} : { examType: Number(examType) }),
  }
  const { data, error, refetch, isFetching } = useCall(
    exam.paging,
    { current, size: PAGE, params },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const examIds = data?.records.map((row) => row.id) ?? []
  const mine = useCall(paper['list-mine'], { examIds }, { quiet: true, enabled: examIds.length > 0, placeholderData: keepPreviousData })
  const toBuy = useToBuy('exam', data?.records ?? [])
  const [asked, setAsked] = useState<ExamRow>()
  useOnNews(() => void Promise.all([refetch(), mine.refetch()]))
  const isFiltered = title !== '' || examType !== ''
  return (
    <div className={styles.examList} aria-busy={isFetching}>
      <h1>{t('在线考试')}</h1>
      {isBreak && <BreakNotice text={t('考试已中断，请查看考试状态后继续。')} />}
      <ExamFilterBar filter={filter} onChange={change} />
      {data?.records.some((row) => row.needFace && row.phase !== 'closed') && (
        <Suspense>
          <FaceNotice />
        </Suspense>
      )}
      {!data && !error && <PageLoading shape="table" rows={6} columns={2} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <PageEmpty
          hint={
            isFiltered ? t('换个条件再试试。') : stage === 'todo' ? t('老师安排给您的考试会出现在这里。') : t('参加过的考试会出现在这里。')
          }
          action={
            isFiltered && (
              <button
                type="button"
                className={classes(buttonStyles.btn, buttonStyles.btnSmall)}
                onClick={() => change({ title: '', examType: '' })}
              >
                {t('查看全部考试')}
              </button>
            )
          }
        />
      )}
      {data && data.total > 0 && (
        <ul className={cardsStyles.rows}>
          {data.records.map((row) => (
            <li key={row.id}>
              <ExamCard
                row={row}
                toBuy={toBuy(row.id)}
                mine={mine.data?.find((one) => one.examId === row.id)}
                onApply={() => setAsked(row)}
              />
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={(page) => change({ current: page })} />}
      {/* below the list, whose length is not known before */}
      {(data || error) && <NoticeCard />}
      {asked && (
        <Suspense>
          <ApplyDialog
            exam={asked}
            onClose={(sent) => {
              setAsked(undefined)
              if (sent) void refetch()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
