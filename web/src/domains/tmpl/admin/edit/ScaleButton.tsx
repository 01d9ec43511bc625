// Changes the scores of a whole template to a total, such as 100.
import { Button, Flex, InputNumber, Popover, Radio } from 'antd'
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { type GroupForm, totals } from './tmpl-form.ts'
import { type ScaleBy, scaledTo } from './tmpl-scale.ts'

type ScaleButtonProps = {
  groups: GroupForm[]
  onScaled: (scaled: (before: GroupForm[]) => GroupForm[]) => void
}

export function ScaleButton({ groups, onScaled }: ScaleButtonProps) {
  const [open, setOpen] = useState(false)
  const [points, setPoints] = useState(100)
  const [by, setBy] = useState<ScaleBy>('share')
  const scale = () => {
    const { score } = totals(scaledTo(groups, points, by))
    onScaled((before) => scaledTo(before, points, by))
    setOpen(false)
    if (score !== points) notify.warning(t('总分为{{score}}分，每题分数没有合适的取值使其恰为{{points}}分', { score, points }))
  }
  const fields = (
    <Flex vertical gap="middle">
      <label>
        {t('总分改为')} <InputNumber<number> value={points} min={1} max={10_000} onChange={(value) => setPoints(value ?? 100)} />
      </label>
      <Radio.Group
        vertical
        value={by}
        onChange={(event) => setBy(event.target.value as ScaleBy)}
        options={[
          { value: 'share', label: t('按原分数比例') },
          { value: 'even', label: t('每题分数相同') },
        ]}
      />
      <Button type="primary" onClick={scale}>
        {t('折算')}
      </Button>
    </Flex>
  )
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" content={fields}>
      <Button disabled={totals(groups).quCount === 0}>{t('折算总分')}</Button>
    </Popover>
  )
}
