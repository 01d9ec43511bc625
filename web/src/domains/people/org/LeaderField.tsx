// The leader of a department: one person or none.
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { UserPicker } from '../../../shared/people/UserPicker.tsx'

type LeaderFieldProps = {
  value?: string
  onChange?: (id: string) => void
  /** of the stored leader */
  name?: string
  disabled?: boolean
}

export function LeaderField({ value = '', onChange, name = '', disabled = false }: LeaderFieldProps) {
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(name)
  return (
    <Flex align="center" gap={8}>
      <span>{value === '' ? t('未设置') : shown}</span>
      {!disabled && (
        <>
          <Button size="small" onClick={() => setOpen(true)}>
            {value === '' ? t('选择负责人') : t('更换')}
          </Button>
          {value !== '' && (
            <Button size="small" onClick={() => onChange?.('')}>
              {t('清除')}
            </Button>
          )}
        </>
      )}
      <UserPicker
        open={open}
        single
        title={t('选择负责人')}
        onClose={() => setOpen(false)}
        onPick={([one]) => {
          if (!one) return
          setShown(one.realName)
          onChange?.(one.id)
        }}
      />
    </Flex>
  )
}
