// Similar papers of an exam: the comparison, how to read it, the pairs, and what stands beside them.
import { examSimilar, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { HowToRead } from './HowToRead.tsx'
import { PairList } from './PairList.tsx'
import { FastList, GroupList, LeftOutList } from './PeopleLists.tsx'
import { NotYet, RunHead, RunNotices, useRun } from './RunPanel.tsx'
import { isUnfinished, LIST_KEY, type Overview } from './similar-view.ts'
import styles from './similar.module.css'

const POLL_MS = 2_000

/** The state of the comparison, read again while it goes on; its end makes the results be read again. */
function useOverview(examId: string) {
  const client = useQueryClient()
  const read = useCall(
    examSimilar.state,
    { examId },
    { quiet: true, refetchInterval: (query) => (isUnfinished(query.state.data?.state) ? POLL_MS : false) },
  )
  const { data } = read
  const before = useRef<number | null>(null)
  useEffect(() => {
    const wasUnfinished = isUnfinished(before.current)
    before.current = data?.state ?? null
    if (!wasUnfinished || isUnfinished(data?.state)) return
    for (const one of [examSimilar.paging, examSimilar.groups, examSimilar.fast]) void client.invalidateQueries({ queryKey: [one.path] })
  }, [client, data?.state])
  return read
}

type SimilarOverviewProps = {
  examId: string
  /** from a pair: the focus goes to the list */
  isBack: boolean
  onOpen: (pairId: string) => void
}

function Results({ examId, isBack, data, onOpen }: SimilarOverviewProps & { data: Overview }) {
  const [, setSearch] = useSearchParams()
  const list = useRef<HTMLHeadingElement>(null)
  const groups = useCall(examSimilar.groups, { examId }, { quiet: true })
  const fast = useCall(examSimilar.fast, { examId }, { quiet: true })
  useEffect(() => {
    if (isBack) list.current?.focus()
  }, [isBack])
  const show = (groupNo: number) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams([...before].filter(([name]) => !name.startsWith(`${LIST_KEY}.`)))
        next.set(`${LIST_KEY}.groupNo`, String(groupNo))
        return next
      },
      { replace: true },
    )
    list.current?.focus()
  }
  const { shown, hidden, pairs, problem, leftOut } = data
  return (
    <>
      {(shown > 0 || hidden > 0) && <HowToRead />}
      {shown > 0 && (
        <section className={styles.pairs}>
          <h3 ref={list} tabIndex={-1}>
            {t('需要查看的答卷（{{n}} 对）', { n: shown })}
          </h3>
          <PairList examId={examId} groups={groups.data ?? []} onOpen={onOpen} />
        </section>
      )}
      {hidden > 0 && <Alert type="info" showIcon title={t('另有 {{n}} 对涉及您的数据范围以外的学员，没有列出', { n: hidden })} />}
      {shown === 0 && hidden === 0 && problem === '' && (
        <PageEmpty
          text={t('在 {{n}} 对答卷中未发现需要查看的相似作答', { n: pairs.toLocaleString('en') })}
          hint={t('抄袭比例较低（约三成以下）时，统计通常无法发现。')}
        />
      )}
      {groups.data && groups.data.length > 0 && <GroupList groups={groups.data} onShow={show} />}
      {fast.data && <FastList rows={fast.data} />}
      {leftOut.length > 0 && <LeftOutList rows={leftOut} />}
    </>
  )
}

export function SimilarOverview(props: SimilarOverviewProps) {
  const { examId } = props
  const { data, error, refetch } = useOverview(examId)
  const run = useRun(examId)
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading rows={6} />
  const isFirstRun = data.runTime !== null && data.papers === 0 && data.state !== SimilarState.done
  return (
    <div className={styles.similar}>
      <RunHead examId={examId} data={data} run={run} />
      <RunNotices data={data} run={run} />
      {data.state === null && <NotYet run={run} />}
      {data.state !== null && !isFirstRun && <Results {...props} data={data} />}
    </div>
  )
}
