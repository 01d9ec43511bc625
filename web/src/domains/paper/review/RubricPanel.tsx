// Rubric lines of a question: chosen with a click or Alt and a digit; every marker may add one.
import { Button, Checkbox, Flex, Typography } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { RubricDialog } from './RubricDialog.tsx'
import { type RubricLine, signed } from './rubric.ts'
import styles from './review.module.css'

type Props = {
  task: { examId: string; leaf: string }
  /** undefined while loading */
  lines: RubricLine[] | undefined
  failed: boolean
  chosen: readonly string[]
  onChoose: (id: string) => void
}

/** `editing` null: a new line. */
export function RubricPanel({ task, lines, failed, chosen, onChoose }: Props) {
  const [editing, setEditing] = useState<RubricLine | null>()
  return (
    <section aria-label={t('评分点')}>
      {failed && <Typography.Text type="danger">{t('评分点没有读到，仍可直接打分')}</Typography.Text>}
      <ul className={styles.reviewLines}>
        {(lines ?? []).map((line) => (
          <li key={line.id}>
            <Checkbox checked={chosen.includes(line.id)} onChange={() => onChoose(line.id)}>
              {line.text} <span className={styles.reviewPoints}>{signed(line.points)}</span>
            </Checkbox>
            <Button type="text" size="small" onClick={() => setEditing(line)} aria-label={t('修改评分点：{{text}}', { text: line.text })}>
              {t('修改')}
            </Button>
          </li>
        ))}
      </ul>
      <Flex justify="space-between" align="center">
        {lines?.length === 0 && <Typography.Text type="secondary">{t('把常见的得分和扣分写成评分点，评分更快也更一致')}</Typography.Text>}
        <Button type="link" size="small" onClick={() => setEditing(null)}>
          {t('添加评分点')}
        </Button>
      </Flex>
      {editing !== undefined && <RubricDialog task={task} line={editing} onClose={() => setEditing(undefined)} />}
    </section>
  )
}
