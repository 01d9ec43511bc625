// The prizes of an activity: places from and to, with their points and certificate.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { LAST_PRIZE } from '@shuyuan/contract/activity/activity.ts'
import { Button, Flex, InputNumber } from 'antd'
import { t, tLabel } from '../../kernel/i18n.ts'
import { CertSelect, useCerts } from '../cert/CertSelect.tsx'

export type PrizeRow = { from: number; to: number; points: number; certId: string | null }
const MAX_PRIZES = 20
const FIRST_POINTS = 100

type PrizesFieldProps = { id?: string; value?: PrizeRow[]; onChange?: (rows: PrizeRow[]) => void }

export function PrizesField({ id, value = [], onChange }: PrizesFieldProps) {
  const certs = useCerts()
  const set = (at: number, more: Partial<PrizeRow>) => onChange?.(value.map((one, i) => (i === at ? { ...one, ...more } : one)))
  const add = () => {
    const next = (value.at(-1)?.to ?? 0) + 1
    onChange?.([...value, { from: next, to: next, points: FIRST_POINTS, certId: null }])
  }
  return (
    <Flex vertical gap={8} align="start">
      {value.map((row, at) => (
        // rows have no identity of their own
        // oxlint-disable-next-line react/no-array-index-key
        <Flex key={at} gap={8} align="center" wrap>
          <InputNumber
            aria-label={t('起始名次')}
            min={1}
            max={LAST_PRIZE}
            precision={0}
            prefix={t('第')}
            value={row.from}
            onChange={(from) => set(at, { from: from ?? 1 })}
          />
          <InputNumber
            aria-label={t('截止名次')}
            min={1}
            max={LAST_PRIZE}
            precision={0}
            prefix={t('至')}
            suffix={t('名')}
            value={row.to}
            onChange={(to) => set(at, { to: to ?? 1 })}
          />
          <InputNumber
            aria-label={t('奖励积分')}
            min={0}
            max={1_000_000}
            precision={0}
            suffix={t('积分')}
            value={row.points}
            onChange={(points) => set(at, { points: points ?? 0 })}
          />
          {certs && <CertSelect label={tLabel('奖励证书')} value={row.certId} onChange={(certId) => set(at, { certId })} />}
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('删除奖励')}
            onClick={() => onChange?.(value.filter((_, i) => i !== at))}
          />
        </Flex>
      ))}
      <Button type="dashed" icon={<PlusOutlined />} disabled={value.length >= MAX_PRIZES} onClick={add} {...(id ? { id } : {})}>
        {t('添加奖励')}
      </Button>
    </Flex>
  )
}
