// Score and comment fields for one question.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { Button, Flex, Input, InputNumber, Typography } from 'antd'
import { useId } from 'react'
import { t } from '../../../kernel/i18n.ts'
import type { ShownQuestion } from '../question/marked.ts'
import { markKey, type Marks } from './marks.ts'
import { scoreProblem } from './score.ts'
import styles from './review.module.css'

type Props = {
  question: ShownQuestion
  parent: string | undefined
  marks: Marks
  step: number
  onChange: (change: (marks: Marks) => Marks) => void
}

export function MarkFields({ question, parent, marks, step, onChange }: Props) {
  const messageId = useId()
  if (question.quType !== QuType.shortAnswer) return null
  const key = markKey(question.quId, parent)
  const mark = marks[key]
  const most = question.score ?? 0
  if (!mark) return null
  const problem = scoreProblem(mark.score, most, step)
  const change = (more: Partial<typeof mark>) => onChange((all) => ({ ...all, [key]: { ...mark, ...all[key], ...more } }))
  return (
    <Flex gap="small" align="center" wrap className={styles.markFields} role="group" aria-label={t('阅卷')}>
      <InputNumber
        aria-label={t('得分')}
        aria-describedby={problem ? messageId : undefined}
        aria-invalid={problem !== undefined}
        {...(problem ? { status: 'error' as const } : {})}
        step={step}
        changeOnWheel={false}
        value={mark.score}
        onChange={(score) => change({ score })}
        suffix={`/ ${most}`}
        style={{ width: 140 }}
      />
      <Button size="small" onClick={() => change({ score: 0 })}>
        {t('零分')}
      </Button>
      <Button size="small" onClick={() => change({ score: most })}>
        {t('满分')}
      </Button>
      <Input
        aria-label={t('评语')}
        placeholder={t('评语')}
        maxLength={1000}
        value={mark.comment}
        onChange={(event) => change({ comment: event.target.value })}
        style={{ flex: 1, minWidth: 200 }}
      />
      {problem && (
        <Typography.Text type="danger" id={messageId} role="alert" style={{ flexBasis: '100%' }}>
          {problem}
        </Typography.Text>
      )}
    </Flex>
  )
}
