// The rubric of an assignment: lines with their points, which may be negative.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { WorkLine } from '@shuyuan/contract/course/work/work-form.ts'
import { Button, Flex, Input, InputNumber } from 'antd'
import { OwnStatus } from '../../../../kernel/form/OwnStatus.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'

type RubricFieldProps = { value?: WorkLine[]; onChange?: (lines: WorkLine[]) => void }
const MOST = 50
const MOST_POINTS = 1_000
/** Points have one decimal. */
const TENTHS = 10

/** An id that no line has. */
const freshId = (lines: readonly WorkLine[]) => `r${1 + Math.max(0, ...lines.map((one) => Number(one.id.slice(1)) || 0))}`

export function RubricField({ value = [], onChange }: RubricFieldProps) {
  const change = (id: string, next: Partial<WorkLine>) => onChange?.(value.map((one) => (one.id === id ? { ...one, ...next } : one)))
  return (
    <OwnStatus>
      <Flex vertical gap="small">
        {value.map((one, at) => (
          <Flex key={one.id} gap="small">
            <Input
              value={one.text}
              maxLength={200}
              aria-label={t('第{{n}}个评分点', { n: at + 1 })}
              placeholder={t('例如：步骤完整')}
              onChange={(event) => change(one.id, { text: event.target.value })}
            />
            <InputNumber
              value={one.points}
              min={-MOST_POINTS}
              max={MOST_POINTS}
              step={1}
              suffix={tLabel('分')}
              aria-label={t('第{{n}}个评分点的分值', { n: at + 1 })}
              onChange={(points) => change(one.id, { points: Math.round((points ?? 0) * TENTHS) / TENTHS })}
              style={{ width: 110 }}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t('移除第{{n}}个评分点', { n: at + 1 })}
              onClick={() => onChange?.(value.filter((line) => line.id !== one.id))}
            />
          </Flex>
        ))}
        <div>
          <Button
            type="dashed"
            icon={<PlusOutlined />}
            disabled={value.length >= MOST}
            onClick={() => onChange?.([...value, { id: freshId(value), text: '', points: 10 }])}
          >
            {t('添加评分点')}
          </Button>
        </div>
      </Flex>
    </OwnStatus>
  )
}
