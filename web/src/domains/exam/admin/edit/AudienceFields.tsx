// Whom an exam is open to.
import { UserAddOutlined } from '@ant-design/icons'
import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { DepartsSelect } from '../../../../kernel/DepartTree.tsx'
import { Field } from '../../../../kernel/form/Field.tsx'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { type PickedUser, UserPicker } from '../../../../kernel/UserPicker.tsx'

const DEPARTS = 2
const PERSONS = 3
const PASSWORD = 9

type AudienceFieldsProps = {
  /** the persons named so far */
  users: PickedUser[]
  hasPassword: boolean
}

export function AudienceFields({ users, hasPassword }: AudienceFieldsProps) {
  const openType = useFormValue<number>('openType')
  return (
    <>
      <Field name="openType" />
      {openType === DEPARTS && (
        <Field name="deptCodes" label="部门" required extra={t('包括各部门的下级部门')}>
          <DepartsSelect />
        </Field>
      )}
      {openType === PERSONS && (
        <Field name="userIds" label="人员" required>
          <Persons known={users} />
        </Field>
      )}
      {openType === PASSWORD && (
        <Field
          name="password"
          required={!hasPassword}
          extra={hasPassword ? t('已设置密码，留空则保留原密码') : t('考生进入考试前需要输入')}
        />
      )}
    </>
  )
}

const shownTags = 30
type PersonsProps = { id?: string; value?: string[]; onChange?: (ids: string[]) => void; known: PickedUser[] }

/** The value is ids; the names come from what was stored and what has been picked. */
function Persons({ id, value = [], onChange, known }: PersonsProps) {
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
      <UserPicker open={picking} initial={chosen} title={t('选择参加考试的人员')} onPick={pick} onClose={() => setPicking(false)} />
    </Flex>
  )
}
