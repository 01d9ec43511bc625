// The lecturer of a live room: one person.
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { UserPicker } from '../../shared/people/UserPicker.tsx'

type TeacherFieldProps = {
  value?: string
  onChange?: (id: string) => void
  /** of the person who is chosen at first */
  name: string
}

export function TeacherField({ onChange, name }: TeacherFieldProps) {
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState(name)
  return (
    <Flex align="center" gap={8}>
      <span>{shown}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('更换')}
      </Button>
      <UserPicker
        open={open}
        single
        title={t('选择主讲人')}
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
