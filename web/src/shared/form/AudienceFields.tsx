// Audience of an exam, course or notice: all users, departments, or users named singly or by group; a form may add further open types.
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { ReactNode } from 'react'
import { DepartsSelect } from '../people/DepartTree.tsx'
import { t } from '../../kernel/i18n.ts'
import { GroupsSelect, type KnownGroup } from '../people/GroupsSelect.tsx'
import { PersonsField } from '../people/PersonsField.tsx'
import type { PickedUser } from '../people/UserPicker.tsx'
import { fieldIn } from './field-of.ts'
import { useFormValue } from '../../kernel/form/form-context.ts'
import type { Values } from '../../kernel/form/form-values.ts'

const Field = fieldIn<{ openType: number; deptCodes: string[]; groupIds: string[]; userIds: string[] }>()

/** The values without lists that the open type does not use. */
export const audienceIn = ({ openType, deptCodes, groupIds, userIds }: Values) => ({
  deptCodes: openType === OpenType.departs ? deptCodes : [],
  groupIds: openType === OpenType.persons ? groupIds : [],
  userIds: openType === OpenType.persons ? userIds : [],
})

type AudienceFieldsProps = {
  /** the stored users and groups, with their names */
  users: PickedUser[]
  groups: readonly KnownGroup[]
  /** title of the user picker */
  title: string
  /** fields of a further open type */
  children?: (openType: number | undefined) => ReactNode
}

export function AudienceFields({ users, groups, title, children }: AudienceFieldsProps) {
  const openType = useFormValue<number>('openType')
  const groupIds = useFormValue<string[]>('groupIds') ?? []
  return (
    <>
      <Field name="openType" />
      {openType === OpenType.departs && (
        <Field name="deptCodes" label="部门" required extra={t('包括各部门的下级部门')}>
          <DepartsSelect />
        </Field>
      )}
      {openType === OpenType.persons && (
        <>
          <Field name="userIds" label="人员" required={groupIds.length === 0}>
            <PersonsField known={users} title={title} />
          </Field>
          <Field name="groupIds" label="分组" required={false} extra={t('以后加入分组的人员也在范围内')}>
            <GroupsSelect known={groups} />
          </Field>
        </>
      )}
      {children?.(openType)}
    </>
  )
}
