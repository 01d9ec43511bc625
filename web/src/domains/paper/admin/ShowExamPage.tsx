// Back office: one handed-in paper with answers, keys and marks.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { exState } from '@shuyuan/contract/paper/paper-state.ts'
import { Card, Descriptions, Flex, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { numbersOf, pointsText } from '../question/marked.ts'
import { PdfButton } from '../result/export/PdfButton.tsx'
import { PassTag } from '../question/PassTag.tsx'
import { QuestionView } from '../question/QuestionView.tsx'
import { PaperTimeline } from '../proctor/timeline/PaperTimeline.tsx'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

export default function ShowExamPage() {
  const { id = '' } = useParams()
  // not paper-result, which serves only the paper's owner and hides what the exam does not release
  const shown = useCall(paper['review-paper'], { id })
  usePageSubject(shown.data?.realName)
  if (shown.isPending) return <PageLoading />
  if (shown.isLoadingError) return <PageError error={shown.error} onRetry={() => void shown.refetch()} />
  return (
    <Flex vertical gap="middle">
      <PaperFacts
        paper={shown.data}
        action={
          // outside the tab list: a tablist may contain only tabs
          <Can permit="paper:export">
            <PdfButton paperId={id} />
          </Can>
        }
      />
      <Tabs
        items={[
          { key: 'answers', label: t('答卷'), children: <Answers groups={shown.data.groups} /> },
          { key: 'timeline', label: t('时间线'), children: <PaperTimeline paperId={id} /> },
        ]}
      />
    </Flex>
  )
}

function Answers({ groups }: Pick<Data<(typeof paper)['review-paper']>, 'groups'>) {
  const numbers = numbersOf(groups)
  return (
    <Flex vertical gap="middle">
      {groups.map((group, at) => (
        <Card
          key={at}
          title={group.title}
          extra={group.gained === null ? null : `${pointsText(group.gained)} / ${pointsText(group.totalScore)}`}
        >
          {group.quList.map((question) => (
            <QuestionView key={question.quId} question={question} number={numbers.get(question.quId) ?? ''} />
          ))}
        </Card>
      ))}
    </Flex>
  )
}

/** Candidate, times and score of a paper. */
export function PaperFacts({ paper: shown, action }: { paper: Data<(typeof paper)['review-paper']>; action?: ReactNode }) {
  const score = shown.score === null ? '—' : `${pointsText(shown.score)} / ${pointsText(shown.totalScore)}`
  const items = [
    { key: 'name', label: t('姓名'), children: shown.realName || t('匿名') },
    { key: 'depart', label: t('部门'), children: shown.deptCode_dictText },
    { key: 'score', label: t('得分'), children: score },
    { key: 'passed', label: t('结果'), children: <PassTag state={shown.state} passed={shown.passed} /> },
    { key: 'answered', label: t('已答'), children: `${shown.answered} / ${shown.quCount}` },
    { key: 'hand', label: t('交卷时间'), children: shown.handTime ?? '—' },
    { key: 'state', label: t('交卷方式'), children: tLabel(exState[shown.exState]) + (shown.exMsg ? `：${shown.exMsg}` : '') },
    { key: 'receipt', label: t('回执号'), children: shown.receiptNo || '—' },
  ]
  return (
    <Card>
      <Flex wrap gap="small" align="start" justify="space-between" style={{ marginBlockEnd: 12 }}>
        <h2 style={{ marginBlockStart: 0 }}>{shown.title}</h2>
        {action}
      </Flex>
      <Descriptions items={items} column={{ xs: 1, sm: 2, lg: 4 }} size="small" />
    </Card>
  )
}
