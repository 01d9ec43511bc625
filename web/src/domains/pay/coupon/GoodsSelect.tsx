// Select for one course, exam or bank with a price, by its title.
import type { GoodsType } from '@shuyuan/contract/pay/order-state.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { costOf } from '../order/cost-text.ts'

type GoodsSelectProps = { goodsType: GoodsType; id?: string; value?: string | null; onChange?: (id: string | null) => void }

export function GoodsSelect({ goodsType, id, value, onChange }: GoodsSelectProps) {
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const title = useDeferredValue(word.trim())
  const { data, isFetching } = useCall(coupon.goods, { goodsType, title }, { placeholderData: keepPreviousData as never })
  const options = (data ?? []).map((row) => ({ value: row.id, label: `${row.title}（${costOf(row)}）` }))
  // the chosen one may not be among those that were searched for since
  if (chosen?.value === value && chosen && !options.some((one) => one.value === value)) options.push(chosen)
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      placeholder={t('全部')}
      options={options}
      value={value ?? null}
      onChange={(next: string | undefined) => {
        setChosen(options.find((one) => one.value === next))
        onChange?.(next ?? null)
      }}
    />
  )
}
