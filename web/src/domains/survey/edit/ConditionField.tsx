// When a question is shown: always, or after certain answers to an earlier one.
import { conditionValues, type SurveyQuestion } from '@shuyuan/contract/survey/question.ts'
import { Flex, Select } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import styles from './edit.module.css'

type ConditionFieldProps = {
  /** earlier questions that a condition can name */
  asked: readonly SurveyQuestion[]
  /** all earlier questions, for their numbers */
  all: readonly SurveyQuestion[]
  value: SurveyQuestion['showIf']
  locked: boolean
  onChange: (condition: SurveyQuestion['showIf']) => void
}

export function ConditionField({ asked, all, value, locked, onChange }: ConditionFieldProps) {
  const one = asked.find((each) => each.id === value?.question)
  const named = (each: SurveyQuestion) => `${all.indexOf(each) + 1}. ${each.title}`
  const choose = (id: string) => {
    const next = asked.find((each) => each.id === id)
    const [first] = next ? conditionValues(next) : []
    onChange(next && first !== undefined ? { question: id, values: [first] } : null)
  }
  return (
    <Flex gap="small" wrap align="center" className={styles.condition}>
      <span>{t('显示条件')}</span>
      <Select
        className={styles.asked}
        aria-label={t('显示条件')}
        disabled={locked}
        value={one?.id ?? ''}
        options={[
          { value: '', label: t('始终显示') },
          ...asked.map((each) => ({ value: each.id, label: t('当“{{title}}”选了', { title: named(each) }) })),
        ]}
        onChange={choose}
      />
      {one && value && (
        <Select
          className={styles.values}
          mode="multiple"
          aria-label={t('其中任意一项')}
          disabled={locked}
          value={value.values}
          options={conditionValues(one).map((key) => ({ value: key, label: one.options.find((each) => each.id === key)?.text || key }))}
          onChange={(values) => values.length > 0 && onChange({ question: one.id, values })}
        />
      )}
    </Flex>
  )
}
