// Back office: one paper to be marked.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { Alert, Button, Card, Flex, Switch, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { LeaveGuard } from '../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { numbersOf } from '../question/marked.ts'
import { QuestionView } from '../question/QuestionView.tsx'
import { MarkFields } from '../review/MarkFields.tsx'
import { PaperConflict, useReviewPaper } from '../review/PaperConflict.tsx'
import { hasProblem, marksOf, needsMark, type Marks, openMarks, startMarks } from '../review/marks.ts'
import { useUnsaved } from '../review/useUnsaved.ts'
import { PaperFacts } from './ShowExamPage.tsx'

type Reviewed = Data<(typeof paper)['review-paper']>

export default function ReviewPaperDetailPage() {
  const { paperId = '' } = useParams()
  const read = useCall(paper['review-paper'], { id: paperId }, { staleTime: Number.POSITIVE_INFINITY })
  usePageSubject(read.data?.realName)
  if (read.isPending) return <PageLoading />
  if (read.isLoadingError) return <PageError error={read.error} onRetry={() => void read.refetch()} />
  return <Review key={`${paperId} ${read.data.version}`} paper={read.data} onReload={() => void read.refetch()} />
}

function Review({ paper: reviewed, onReload }: { paper: Reviewed; onReload: () => void }) {
  const [start] = useState(() => startMarks(reviewed))
  const [marks, setMarks] = useState<Marks>(start)
  const [onlyOpen, setOnlyOpen] = useState(true)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const rules = useCall(review.queue, { examId: reviewed.examId })
  const readOnly = rules.data?.markDouble === true && !rules.data.chief
  const { send, conflict, setConflict } = useReviewPaper()
  const step = rules.data?.step ?? USUAL_STEP
  const open = openMarks(reviewed, marks)
  const isWrong = hasProblem(reviewed, marks, step)
  const { isDirty, markSaved } = useUnsaved(reviewed.state === PaperState.marking && !readOnly && marks !== start)
  const body = { id: reviewed.id, version: reviewed.version, marks: marksOf(marks) }
  const save = (version = reviewed.version) => send.mutate({ ...body, version }, { onSuccess: onReload })
  const storeFirst = async () => {
    try {
      await send.mutateAsync(body)
      return true
    } catch (error) {
      // the refusal has been shown
      if (!(error instanceof CallFailure)) throw error
      return false
    }
  }
  const finish = async () => {
    const done = await confirm({ content: t('完成阅卷后成绩立即生效，确定完成吗？') }, () => send.mutateAsync({ ...body, finish: true }))
    if (!done) return
    markSaved()
    await navigate('/admin/exam/review', leaving)
  }
  if (reviewed.state !== PaperState.marking) {
    return (
      <Flex vertical gap="middle">
        <Alert type="info" showIcon title={t('这份答卷已经阅完。')} />
        <PaperFacts paper={reviewed} />
      </Flex>
    )
  }
  return (
    <Flex vertical gap="middle">
      <LeaveGuard isDirty={isDirty} {...(isWrong ? {} : { onSave: storeFirst })} />
      <PaperFacts paper={reviewed} />
      {readOnly && <Alert type="info" showIcon title={t('本场考试实行双评，请从阅卷任务中评分')} />}
      <ReviewedGroups paper={reviewed} marks={readOnly ? noMarks : marks} onlyOpen={onlyOpen} step={step} onChange={setMarks} />
      <Card size="small" style={{ position: 'sticky', insetBlockEnd: 0, zIndex: 2 }}>
        <Flex justify="space-between" align="center" wrap gap="middle">
          <label>
            <Switch checked={onlyOpen} onChange={setOnlyOpen} /> {t('只看需要阅卷的试题')}
          </label>
          <Flex align="center" gap="small">
            <Typography.Text type={open > 0 ? 'warning' : 'success'}>
              {open > 0 ? t('还有 {{n}} 题未给分', { n: open }) : t('已全部给分')}
            </Typography.Text>
            <Button onClick={() => save()} disabled={readOnly || isWrong} loading={send.isPending}>
              {t('暂存')}
            </Button>
            <Button type="primary" disabled={open > 0 || isWrong || readOnly || send.isPending} onClick={() => void finish()}>
              {t('完成阅卷')}
            </Button>
          </Flex>
        </Flex>
      </Card>
      {conflict && (
        <PaperConflict
          paper={reviewed}
          conflict={conflict}
          marks={marks}
          onLoad={onReload}
          onReplace={() => save(conflict.version)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </Flex>
  )
}
const noMarks: Marks = {}
const USUAL_STEP = 0.5

type GroupsProps = { paper: Reviewed; marks: Marks; onlyOpen: boolean; step: number; onChange: (change: (marks: Marks) => Marks) => void }

function ReviewedGroups({ paper: reviewed, marks, onlyOpen, step, onChange }: GroupsProps) {
  const numbers = numbersOf(reviewed.groups)
  return reviewed.groups.map((group, at) => {
    const numbered = group.quList.map((question) => ({ question, number: numbers.get(question.quId) ?? '' }))
    const shown = numbered.filter(({ question }) => !onlyOpen || needsMark(question))
    if (shown.length === 0) return null
    return (
      <Card key={at} title={group.title}>
        {shown.map(({ question, number }) => (
          <QuestionView
            key={question.quId}
            question={question}
            number={number}
            extra={(part) => (
              <MarkFields
                question={part}
                parent={part.quId === question.quId && part.subList === question.subList ? undefined : question.quId}
                marks={marks}
                step={step}
                onChange={onChange}
              />
            )}
          />
        ))}
      </Card>
    )
  })
}
