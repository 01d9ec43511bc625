// Several users in a form: the value is their ids, their names are shown below as tags.
import { UserAddOutlined } from '@ant-design/icons'
import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { type PickedUser, UserPicker } from './UserPicker.tsx'

const shownTags = 30
type PersonsFieldProps = {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  /** the names of the stored users */
  known: PickedUser[]
  /** the title of the dialog */
  title: string
}

/** Names come from the stored users and from the picked ones. */
export function PersonsField({ id, value = [], onChange, known, title }: PersonsFieldProps) {
  const [picking, setPicking] = useState(false)
  const [names, setNames] = useState(() => new Map(known.map((one) => [one.id, one])))
  const chosen = value.map((one) => names.get(one) ?? { id: one, userName: one, realName: one })
  const pick = (users: PickedUser[]) => {
    setNames((before) => new Map([...before, ...users.map((one) => [one.id, one] as const)]))
    onChange?.(users.map((one) => one.id))
  }
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <Button id={id} aria-label={t('选择人员')} icon={<UserAddOutlined />} onClick={() => setPicking(true)}>
          {t('选择人员')}
        </Button>
        <span aria-live="polite">{t('已选{{n}}人', { n: value.length })}</span>
      </Flex>
      {chosen.length > 0 && (
        <Flex wrap gap={4}>
          {chosen.slice(0, shownTags).map((one) => (
            <Tag
              key={one.id}
              title={one.userName}
              closable={{ 'aria-label': t('移除{{name}}', { name: one.realName }) }}
              onClose={() => onChange?.(value.filter((other) => other !== one.id))}
            >
              {one.realName}
            </Tag>
          ))}
          {chosen.length > shownTags && <span>{t('等{{n}}人', { n: chosen.length })}</span>}
        </Flex>
      )}
      <UserPicker open={picking} initial={chosen} title={title} onPick={pick} onClose={() => setPicking(false)} />
    </Flex>
  )
}
