// The recipients of a notification: the people concerned, all users, or chosen departments, groups and users.
import type { Audience } from '@shuyuan/contract/notify/notify.ts'
import { Button, Flex, Radio } from 'antd'
import { useState } from 'react'
import { DepartsSelect } from '../../shared/people/DepartTree.tsx'
import { GroupsSelect } from '../../shared/people/GroupsSelect.tsx'
import { t } from '../../kernel/i18n.ts'
import { can } from '../../kernel/access/permission.ts'
import { type PickedUser, UserPicker } from '../../shared/people/UserPicker.tsx'

type Kind = keyof Audience

type AudienceFieldProps = {
  id?: string
  value?: Audience
  onChange?: (audience: Audience) => void
  /** label of the people concerned; without it this choice is not offered */
  concerned?: string | undefined
}

const emptyOf: Record<Kind, Audience> = {
  ref: { ref: true },
  all: { all: true },
  deptCodes: { deptCodes: [] },
  groupIds: { groupIds: [] },
  userIds: { userIds: [] },
}

export function AudienceField({ id, value = {}, onChange, concerned }: AudienceFieldProps) {
  const kind = Object.keys(value)[0] as Kind | undefined
  const kinds: [Kind, string][] = [
    ...(concerned === undefined ? [] : [['ref', concerned] as [Kind, string]]),
    ['all', t('全部人员')],
    ['deptCodes', t('指定部门')],
    ...(can(['sys:group:list']) ? [['groupIds', t('指定分组')] as [Kind, string]] : []),
    ...(can(['sys:user:list']) ? [['userIds', t('指定人员')] as [Kind, string]] : []),
  ]
  return (
    <Flex vertical gap="small" id={id}>
      <Radio.Group
        aria-label={t('接收人')}
        value={kind ?? null}
        options={kinds.map(([one, label]) => ({ value: one, label }))}
        onChange={(event) => onChange?.(emptyOf[event.target.value as Kind])}
      />
      {kind === 'deptCodes' && <DepartsSelect value={value.deptCodes ?? []} onChange={(deptCodes) => onChange?.({ deptCodes })} />}
      {kind === 'groupIds' && (
        <GroupsSelect aria-label={t('指定分组')} value={value.groupIds ?? []} onChange={(groupIds) => onChange?.({ groupIds })} />
      )}
      {kind === 'userIds' && <People onChange={(userIds) => onChange?.({ userIds })} />}
    </Flex>
  )
}

function People({ onChange }: { onChange: (ids: string[]) => void }) {
  const [picking, setPicking] = useState(false)
  const [people, setPeople] = useState<PickedUser[]>([])
  return (
    <Flex wrap gap="small" align="center">
      <Button onClick={() => setPicking(true)}>{t('选择用户')}</Button>
      <span>{t('已选{{n}}项', { n: people.length })}</span>
      <UserPicker
        open={picking}
        initial={people}
        onClose={() => setPicking(false)}
        onPick={(users) => {
          setPeople(users)
          onChange(users.map((one) => one.id))
        }}
      />
    </Flex>
  )
}
