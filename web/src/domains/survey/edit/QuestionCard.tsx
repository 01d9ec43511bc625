// One question in the editor.
import { CopyOutlined, DeleteOutlined } from '@ant-design/icons'
import { conditionValues, type SurveyQuestion, surveyQuestionType } from '@shuyuan/contract/survey/question.ts'
import { Button, Checkbox, Flex, Input, InputNumber, Tag, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ChoicesField } from './ChoicesField.tsx'
import { ConditionField } from './ConditionField.tsx'
import styles from './edit.module.css'

type Set = (part: Partial<SurveyQuestion>) => void
type PartProps = { question: SurveyQuestion; locked: boolean; wrong: boolean; onSet: Set }

const TITLE_MAX = 500
const END_MAX = 30
const LEAST_STEPS = 3
const MOST_STEPS = 10

function Options({ question: { type, options, rows, most }, locked, wrong, onSet }: PartProps) {
  return (
    <Flex gap="large" wrap className={styles.lists}>
      {type === 'matrix' && (
        <ChoicesField label={t('行')} value={rows} locked={locked} wrong={wrong} onChange={(next) => onSet({ rows: next })} />
      )}
      <ChoicesField
        label={type === 'matrix' ? t('列') : tLabel('选项')}
        value={options}
        locked={locked}
        wrong={wrong}
        onChange={(next) => onSet({ options: next, most: Math.min(most, next.length) })}
      />
    </Flex>
  )
}

function Ends({ question: { type, steps, low, high }, locked, onSet }: PartProps) {
  return (
    <Flex gap="small" wrap>
      {type === 'rating' && (
        <InputNumber
          aria-label={tLabel('最高分值')}
          prefix="1 –"
          min={LEAST_STEPS}
          max={MOST_STEPS}
          precision={0}
          disabled={locked}
          value={steps}
          onChange={(next) => onSet({ steps: next ?? LEAST_STEPS })}
        />
      )}
      <Input
        className={styles.end}
        aria-label={tLabel('低分含义')}
        placeholder={tLabel('低分含义')}
        maxLength={END_MAX}
        value={low}
        onChange={({ target }) => onSet({ low: target.value })}
      />
      <Input
        className={styles.end}
        aria-label={tLabel('高分含义')}
        placeholder={tLabel('高分含义')}
        maxLength={END_MAX}
        value={high}
        onChange={({ target }) => onSet({ high: target.value })}
      />
    </Flex>
  )
}

type QuestionCardProps = {
  no: number
  question: SurveyQuestion
  /** the questions before it */
  earlier: readonly SurveyQuestion[]
  handle: ReactNode
  locked: boolean
  /** empty texts are marked */
  wrong: boolean
  onChange: (question: SurveyQuestion) => void
  onCopy: () => void
  onRemove: () => void
}

export function QuestionCard({ no, question, earlier, handle, locked, wrong, onChange, onCopy, onRemove }: QuestionCardProps) {
  const { type, title, required, most, options } = question
  const onSet: Set = (part) => onChange({ ...question, ...part })
  const part = { question, locked, wrong, onSet }
  const asked = earlier.filter((one) => conditionValues(one).length > 0)
  return (
    <section className={styles.card} data-question={question.id} aria-label={t('第 {{n}} 题', { n: no })}>
      <header>
        {handle}
        <b>{no}.</b>
        <Tag>{tLabel(surveyQuestionType[type])}</Tag>
        <span className={styles.space} />
        <Checkbox checked={required} disabled={locked} onChange={({ target }) => onSet({ required: target.checked })}>
          {tLabel('必答')}
        </Checkbox>
        {!locked && (
          <>
            <Tooltip title={t('复制')}>
              <Button type="text" size="small" icon={<CopyOutlined />} aria-label={t('复制第 {{n}} 题', { n: no })} onClick={onCopy} />
            </Tooltip>
            <Tooltip title={t('删除')}>
              <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={t('删除第 {{n}} 题', { n: no })} onClick={onRemove} />
            </Tooltip>
          </>
        )}
      </header>
      <Input.TextArea
        aria-label={t('第 {{n}} 题的题目', { n: no })}
        placeholder={t('请输入题目')}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={TITLE_MAX}
        value={title}
        {...(wrong && title.trim() === '' ? { status: 'error' as const } : {})}
        onChange={({ target }) => onSet({ title: target.value })}
      />
      {(type === 'single' || type === 'multiple' || type === 'matrix') && <Options {...part} />}
      {(type === 'rating' || type === 'nps') && <Ends {...part} />}
      {type === 'multiple' && (
        <InputNumber
          className={styles.most}
          aria-label={tLabel('最多可选')}
          prefix={tLabel('最多可选')}
          min={0}
          max={options.length}
          precision={0}
          disabled={locked}
          placeholder={t('不限')}
          value={most === 0 ? null : most}
          onChange={(next) => onSet({ most: next ?? 0 })}
        />
      )}
      {asked.length > 0 && (
        <ConditionField asked={asked} all={earlier} value={question.showIf} locked={locked} onChange={(showIf) => onSet({ showIf })} />
      )}
    </section>
  )
}
