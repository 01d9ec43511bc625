// Points by score: each row has the scores of a band and its points.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { AwardBand } from '@shuyuan/contract/exam/marking-settings.ts'
import { Button, Flex, InputNumber } from 'antd'
import { RangeSlider } from '../../../../kernel/form/RangeSlider.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'

const MAX_BANDS = 10
const FIRST_POINTS = 10

type AwardBandsFieldProps = { id?: string; value?: AwardBand[]; onChange?: (rows: AwardBand[]) => void; max: number | undefined }

export function AwardBandsField({ id, value = [], onChange, max }: AwardBandsFieldProps) {
  const set = (at: number, more: Partial<AwardBand>) => onChange?.(value.map((one, i) => (i === at ? { ...one, ...more } : one)))
  return (
    <Flex vertical gap={12} align="start">
      {value.map((row, at) => (
        // rows have no identity of their own
        // oxlint-disable-next-line react/no-array-index-key
        <Flex key={at} gap={8} align="start" wrap style={{ width: '100%' }}>
          <RangeSlider
            aria-label={tLabel('奖励分数段')}
            value={row.scores}
            onChange={(scores) => set(at, { scores })}
            {...(max === undefined ? {} : { max })}
          />
          <InputNumber
            aria-label={t('奖励积分')}
            min={1}
            max={100_000}
            precision={0}
            suffix={t('积分')}
            value={row.points}
            onChange={(points) => set(at, { points: points ?? 1 })}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('删除分数段')}
            onClick={() => onChange?.(value.filter((_, i) => i !== at))}
          />
        </Flex>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= MAX_BANDS}
        onClick={() => onChange?.([...value, { scores: '', points: FIRST_POINTS }])}
        {...(id ? { id } : {})}
      >
        {t('添加分数段')}
      </Button>
    </Flex>
  )
}
