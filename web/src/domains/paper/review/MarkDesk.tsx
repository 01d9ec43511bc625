// Marking form: the answer on one side; model answer, rubric, score and comment on the other. Usable by keyboard alone.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review, taskRole, TaskRole } from '@shuyuan/contract/paper/review/review.ts'
import { Alert, Button, Card, Flex, type GetRef, Input, InputNumber, Tag, Typography } from 'antd'
import { type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { LeaveGuard } from '../../../kernel/form/LeaveGuard.tsx'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { pointsText } from '../question/marked.ts'
import { QuestionView } from '../question/QuestionView.tsx'
import { ConflictLayer } from './ConflictLayer.tsx'
import { type OpinionProps, reviewTools } from './review-tools.ts'
import { RubricPanel } from './RubricPanel.tsx'
import { chosenScore } from './rubric.ts'
import { scoreProblem } from './score.ts'
import { useMarkKeys } from './useMarkKeys.ts'
import { useSaveMark } from './useSaveMark.ts'
import { useUnsaved } from './useUnsaved.ts'
import styles from './review.module.css'

export type MarkTask = NonNullable<Data<typeof review.next>>
type Props = {
  task: MarkTask
  busy: boolean
  /** the answer was marked before and is reviewed again */
  isEarlier: boolean
  back: string
  onDone: () => void
  onSkip: () => void
  onPrevious: () => void
}

export function MarkDesk({ task, busy, isEarlier, back, onDone, onSkip, onPrevious }: Props) {
  const [score, setScore] = useState(task.score)
  const [comment, setComment] = useState(task.comment)
  const [lines, setLines] = useState<string[]>(task.lines)
  const scoreField = useRef<GetRef<typeof InputNumber>>(null)
  const commentField = useRef<GetRef<typeof Input.TextArea>>(null)
  const rubric = useCall(review['rubric-list'], { examId: task.examId, leaf: task.leaf })
  const { save, conflict, setConflict, isSaving } = useSaveMark(task, onDone)
  const problem = scoreProblem(score, task.maxScore, task.step)
  const send = () => {
    if (score !== null && problem === undefined && !busy && !isSaving) save({ score, comment, lines })
  }
  const confirm = useConfirm()
  // do not warn while saving
  const { isDirty } = useUnsaved(!busy && !isSaving && (score !== task.score || comment !== task.comment || lines !== task.lines))
  const leave = async (act: () => void) => {
    if (!isDirty() || (await confirm({ content: t('这份评分还没有保存，确定不要了吗？') }))) act()
  }
  const skip = () => void leave(onSkip)
  const previous = () => task.previousId !== null && void leave(onPrevious)
  const step = (by: number) => setScore((now) => Math.min(task.maxScore, Math.max(0, Math.round(((now ?? 0) + by) * 100) / 100)))
  const choose = (id: string) => {
    const rubricLines = rubric.data ?? []
    const after = lines.includes(id) ? lines.filter((one) => one !== id) : [...lines, id]
    setScore(chosenScore(rubricLines, { before: lines, after, score, max: task.maxScore }))
    setLines(after)
  }
  useMarkKeys({
    digit: () => scoreField.current?.focus({ cursor: 'all' }),
    up: () => step(task.step),
    down: () => step(-task.step),
    full: () => setScore(task.maxScore),
    zero: () => setScore(0),
    save: send,
    previous,
    skip,
    comment: () => commentField.current?.focus(),
    line: (at) => rubric.data?.[at] && choose(rubric.data[at].id),
  })
  return (
    <div className={styles.reviewDesk}>
      <LeaveGuard isDirty={isDirty} />
      <AnswerSide task={task} back={back} isEarlier={isEarlier} />
      <Flex vertical gap="middle" className={styles.reviewSide}>
        <Card size="small" title={t('评分')}>
          <Flex vertical gap="small">
            <RubricPanel task={task} lines={rubric.data} failed={rubric.isError} chosen={lines} onChoose={choose} />
            <ScoreFields task={task} score={score} problem={problem} field={scoreField} onScore={setScore} />
            <Input.TextArea
              ref={commentField}
              aria-label={t('评语')}
              placeholder={t('评语（考生在成绩公布后可以看到）')}
              maxLength={1000}
              autoSize={{ minRows: 2, maxRows: 6 }}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
            <Flex gap="small" wrap>
              <Button disabled={task.previousId === null} onClick={previous}>
                {t('上一份')}
              </Button>
              <Button onClick={skip}>{isEarlier ? t('回到队列') : t('跳过')}</Button>
              <Button
                type="primary"
                disabled={score === null || problem !== undefined}
                loading={isSaving || busy}
                onClick={send}
                style={{ flex: 1 }}
              >
                {isEarlier ? t('保存修改') : t('保存并下一份')}
              </Button>
            </Flex>
            <Keys />
          </Flex>
        </Card>
        <Opined taskId={task.taskId} />
        {!isEarlier && task.previousId !== null && <Opined taskId={task.previousId} onOpen={previous} />}
      </Flex>
      <ModelAnswer {...task.question.key} />
      {conflict && score !== null && (
        <ConflictLayer
          conflict={conflict}
          own={{ score, comment }}
          onKeep={() => {
            setConflict(undefined)
            onDone()
          }}
          onReplace={() => save({ score, comment, lines }, conflict.version)}
        />
      )}
    </div>
  )
}

/** The second opinion on an answer, as far as it may be seen. */
function Opined(props: OpinionProps) {
  const { Opinion } = reviewTools.use()
  return <Suspense>{Opinion && <Opinion {...props} />}</Suspense>
}

type ScoreProps = {
  task: MarkTask
  score: number | null
  problem: string | undefined
  field: RefObject<GetRef<typeof InputNumber> | null>
  onScore: (score: number | null) => void
}

function ScoreFields({ task, score, problem, field, onScore }: ScoreProps) {
  const messageId = useId()
  return (
    <>
      <Flex gap="small" align="center" wrap>
        <InputNumber
          ref={field}
          aria-label={t('得分')}
          aria-describedby={problem ? messageId : undefined}
          aria-invalid={problem !== undefined}
          {...(problem ? { status: 'error' as const } : {})}
          changeOnWheel={false}
          step={task.step}
          // 6, not 6.0
          formatter={(value, { userTyping, input }) => (userTyping ? input : String(value ?? ''))}
          value={score}
          onChange={onScore}
          suffix={`/ ${pointsText(task.maxScore)}`}
          style={{ width: 130 }}
          inputMode="decimal"
        />
        <Button onClick={() => onScore(0)}>{t('零分')}</Button>
        <Button onClick={() => onScore(task.maxScore)}>{t('满分')}</Button>
        {task.suggested !== null && (
          <Button type="dashed" onClick={() => onScore(task.suggested)}>
            {t('关键词建议 {{n}} 分', { n: pointsText(task.suggested) })}
          </Button>
        )}
      </Flex>
      {problem && (
        <Typography.Text type="danger" id={messageId} role="alert">
          {problem}
        </Typography.Text>
      )}
    </>
  )
}

function AnswerSide({ task, back, isEarlier }: Pick<Props, 'task' | 'back' | 'isEarlier'>) {
  const { key, ...question } = task.question
  return (
    <Flex vertical gap="middle">
      <Flex justify="space-between" align="center" wrap gap="small">
        <Flex align="center" gap="small" wrap>
          <Link to={back}>{task.title}</Link>
          {task.role > TaskRole.first && <Tag color="processing">{tLabel(taskRole[task.role as keyof typeof taskRole])}</Tag>}
          {isEarlier && <Tag color="warning">{t('已评过')}</Tag>}
        </Flex>
        <Typography.Text type="secondary" aria-live="polite">
          {t('还有 {{n}} 份待评', { n: task.waiting })}
        </Typography.Text>
      </Flex>
      <Card size="small">
        {task.stem !== '' && <HtmlView html={task.stem} />}
        <QuestionView question={{ ...question, score: task.maxScore, key: { ...key, modelAnswer: '', analysis: '' } }} />
      </Card>
      {task.others.length > 0 && <OtherMarks others={task.others} />}
    </Flex>
  )
}

/** On phones below the score, which is needed for every answer. */
function ModelAnswer({ modelAnswer, analysis }: MarkTask['question']['key']) {
  if (!modelAnswer && !analysis) return null
  return (
    <Card size="small" title={t('参考答案')}>
      <HtmlView html={modelAnswer} />
      {analysis && <HtmlView html={analysis} />}
    </Card>
  )
}

/** Shown only to the arbitrator. */
function OtherMarks({ others }: { others: MarkTask['others'] }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={others.length > 1 ? t('几次评分相差过大，由您裁定') : t('没有其他人可以再评，由您裁定')}
      description={
        <ul className={styles.reviewLines}>
          {others.map((one) => (
            <li key={one.role}>
              <span>
                {tLabel(taskRole[one.role as keyof typeof taskRole])} {one.by}：<b>{pointsText(one.score ?? 0)}</b> {one.comment}
              </span>
            </li>
          ))}
        </ul>
      }
    />
  )
}

const Keys = () => (
  <div className={styles.reviewKeys}>
    <kbd>0</kbd>–<kbd>9</kbd> {t('打分')} <kbd>↑</kbd> <kbd>↓</kbd> {t('加减')} <kbd>F</kbd> {t('满分')} <kbd>Z</kbd> {t('零分')}{' '}
    <kbd>Alt</kbd>+<kbd>1</kbd> {t('评分点')} <kbd>C</kbd> {t('评语')} <kbd>Enter</kbd> {t('保存并下一份')} <kbd>P</kbd> {t('上一份')}{' '}
    <kbd>N</kbd> {t('跳过')}
  </div>
)
