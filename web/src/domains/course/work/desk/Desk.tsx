// One hand-in on the desk: text and files on one side; rubric, score and comment on the other. Usable by keyboard alone.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { handState, HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Card, Checkbox, Collapse, Flex, type GetRef, Input, InputNumber, Tag, Typography } from 'antd'
import { useRef, useState } from 'react'
import { useCommand } from '../../../../kernel/call/query.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { minuteText } from '../../../../kernel/text/short-date.ts'
import { notify } from '../../../../kernel/notify.ts'
import { WorkFiles } from '../WorkFiles.tsx'
import styles from './desk.module.css'
import { lineScore } from './line-score.ts'
import { OfficeView } from './OfficeView.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import { SimilarHands } from './SimilarHands.tsx'
import { useDeskKeys } from './useDeskKeys.ts'

export type DeskHand = NonNullable<Data<typeof courseWork.next>>
type DeskProps = {
  hand: DeskHand
  /** the next one, or back to the list */
  onNext: () => void
  /** reads this one anew, after another marker was earlier */
  onAgain: () => void
}

export function Desk({ hand, onNext, onAgain }: DeskProps) {
  const [score, setScore] = useState(hand.score)
  const [comment, setComment] = useState(hand.comment)
  const [lines, setLines] = useState<string[]>(hand.lines)
  const [returning, setReturning] = useState(false)
  const saved = useRef(false)
  const scoreField = useRef<GetRef<typeof InputNumber>>(null)
  const commentField = useRef<GetRef<typeof Input.TextArea>>(null)
  const mark = useCommand(courseWork.mark, { quiet: true, refresh: [courseWork.paging] })
  const conflict = mark.error?.reason === 'workChanged'
  const isFit = score !== null && score >= 0 && score <= hand.maxScore
  const isDirty = () => !saved.current && (score !== hand.score || comment !== hand.comment)
  const done = () => {
    saved.current = true
    onNext()
  }
  const save = () => {
    if (score === null || !isFit || !hand.mayMark || mark.isPending) return
    mark.mutate(
      { id: hand.id, version: hand.version, score, lines, comment },
      {
        onSuccess: ({ finalScore, passed }) => {
          notify.success(passed ? t('已批改：{{n}} 分，通过', { n: finalScore }) : t('已批改：{{n}} 分，未通过', { n: finalScore }))
          done()
        },
        onError: (error) => void (error.reason !== 'workChanged' && notify.error(error.message)),
      },
    )
  }
  const choose = (id: string) => {
    const after = lines.includes(id) ? lines.filter((one) => one !== id) : [...lines, id]
    setScore(lineScore(hand.rubric, { before: lines, after, score, max: hand.maxScore }))
    setLines(after)
  }
  useDeskKeys({
    digit: () => scoreField.current?.focus({ cursor: 'all' }),
    full: () => setScore(hand.maxScore),
    zero: () => setScore(0),
    comment: () => commentField.current?.focus(),
    skip: onNext,
    save,
    line: (at) => hand.rubric[at] && choose(hand.rubric[at].id),
  })
  return (
    <div className={styles.desk}>
      <LeaveGuard isDirty={isDirty} />
      <HandSide hand={hand} />
      <Card size="small" title={t('评分')} className={styles.side}>
        <Flex vertical gap="small">
          {conflict && (
            <Conflict
              message={mark.error?.message}
              onAgain={() => {
                saved.current = true
                onAgain()
              }}
            />
          )}
          {!hand.mayMark && <Alert type="info" showIcon title={t('这份作业由指定的批改人批改')} />}
          <Lines hand={hand} chosen={lines} onChoose={choose} />
          <Flex gap="small" align="center" wrap>
            <InputNumber
              ref={scoreField}
              aria-label={t('得分')}
              value={score}
              min={0}
              max={hand.maxScore}
              disabled={!hand.mayMark}
              changeOnWheel={false}
              suffix={`/ ${hand.maxScore}`}
              inputMode="decimal"
              onChange={setScore}
              style={{ width: 130 }}
            />
            <Button disabled={!hand.mayMark} onClick={() => setScore(0)}>
              {t('零分')}
            </Button>
            <Button disabled={!hand.mayMark} onClick={() => setScore(hand.maxScore)}>
              {t('满分')}
            </Button>
          </Flex>
          <Typography.Text type="secondary">
            {t('{{n}} 分通过', { n: hand.passScore })}
            {hand.lateDays > 0 &&
              hand.latePercent > 0 &&
              ` · ${t('逾期 {{n}} 天，再扣 {{percent}}%', { n: hand.lateDays, percent: hand.lateDays * hand.latePercent })}`}
          </Typography.Text>
          <Input.TextArea
            ref={commentField}
            aria-label={t('评语')}
            placeholder={t('学员看得到的评语')}
            maxLength={2_000}
            disabled={!hand.mayMark}
            autoSize={{ minRows: 3, maxRows: 8 }}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <Flex gap="small" wrap>
            <Button onClick={onNext}>{t('跳过')}</Button>
            <Button disabled={!hand.mayMark || hand.passed === true} onClick={() => setReturning(true)}>
              {t('退回重做')}
            </Button>
            <Button type="primary" disabled={!isFit || !hand.mayMark} loading={mark.isPending} onClick={save} style={{ flex: 1 }}>
              {t('保存并下一份')}
            </Button>
          </Flex>
          <Keys />
        </Flex>
      </Card>
      {returning && <ReturnDialog hand={hand} comment={comment} onClose={() => setReturning(false)} onDone={done} />}
    </div>
  )
}

const Conflict = ({ message, onAgain }: { message: string | undefined; onAgain: () => void }) => (
  <Alert
    type="warning"
    showIcon
    title={message}
    action={
      <Button size="small" onClick={onAgain}>
        {t('重新载入')}
      </Button>
    }
  />
)

function Lines({ hand, chosen, onChoose }: { hand: DeskHand; chosen: readonly string[]; onChoose: (id: string) => void }) {
  if (hand.rubric.length === 0) return null
  return (
    <ul className={styles.lines} aria-label={t('评分点')}>
      {hand.rubric.map((line) => (
        <li key={line.id}>
          <Checkbox checked={chosen.includes(line.id)} disabled={!hand.mayMark} onChange={() => onChoose(line.id)}>
            {line.text} <Typography.Text type="secondary">{line.points > 0 ? `+${line.points}` : line.points}</Typography.Text>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}

function HandSide({ hand }: { hand: DeskHand }) {
  return (
    <Flex vertical gap="middle" className={styles.hand}>
      <Flex justify="space-between" align="center" wrap gap="small">
        <Flex align="center" gap="small" wrap>
          <b>{hand.realName || t('匿名')}</b>
          {hand.deptName !== '' && <span>{hand.deptName}</span>}
          <Tag>{t('第 {{n}} 次提交', { n: hand.tryNo })}</Tag>
          {hand.state !== HandState.handed && <Tag color="success">{tLabel(handState[hand.state])}</Tag>}
          {hand.lateDays > 0 && <Tag color="warning">{t('逾期 {{n}} 天', { n: hand.lateDays })}</Tag>}
        </Flex>
        <Typography.Text type="secondary" aria-live="polite">
          {t('还有 {{n}} 份待批改', { n: hand.waiting })}
        </Typography.Text>
      </Flex>
      <Collapse items={[{ key: 'task', label: t('作业要求'), children: <HtmlView html={hand.task} /> }]} />
      <Card size="small" title={`${hand.courseTitle} · ${minuteText(hand.handTime)}`}>
        {hand.content === '' && hand.files.length === 0 && <Typography.Text type="secondary">{t('附件已过保存期限')}</Typography.Text>}
        {hand.content !== '' && <p className={styles.words}>{hand.content}</p>}
        <WorkFiles files={hand.files} label={t('提交的文件')} whole office={(file) => <OfficeView id={hand.id} file={file} />} />
      </Card>
      {hand.content !== '' && <SimilarHands id={hand.id} />}
    </Flex>
  )
}

const Keys = () => (
  <div className={styles.keys}>
    <kbd>0</kbd>–<kbd>9</kbd> {t('打分')} <kbd>F</kbd> {t('满分')} <kbd>Z</kbd> {t('零分')} <kbd>Alt</kbd>+<kbd>1</kbd> {t('评分点')}{' '}
    <kbd>C</kbd> {t('评语')} <kbd>Ctrl</kbd>+<kbd>Enter</kbd> {t('保存并下一份')} <kbd>N</kbd> {t('跳过')}
  </div>
)
