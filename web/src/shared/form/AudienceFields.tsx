// Audience of an exam, course or notice: all users, departments, or named users; a form may add further open types.
import { OpenType } from '@shuyuan/contract/sys/people/open-type.ts'
import type { ReactNode } from 'react'
import { DepartsSelect } from '../DepartTree.tsx'
import { t } from '../../kernel/i18n.ts'
import { PersonsField } from '../PersonsField.tsx'
import type { PickedUser } from '../UserPicker.tsx'
import { fieldIn } from './field-of.ts'
import { useFormValue } from '../../kernel/form/form-context.ts'
import type { Values } from '../../kernel/form/form-values.ts'

const Field = fieldIn<{ openType: number; deptCodes: string[]; userIds: string[] }>()

/** The values without lists that the open type does not use. */
export const audienceIn = ({ openType, deptCodes, userIds }: Values) => ({
  deptCodes: openType === OpenType.departs ? deptCodes : [],
  userIds: openType === OpenType.persons ? userIds : [],
})

type AudienceFieldsProps = {
  /** the users named so far */
  users: PickedUser[]
  /** title of the user picker */
  title: string
  /** fields of a further open type */
  children?: (openType: number | undefined) => ReactNode
}

export function AudienceFields({ users, title, children }: AudienceFieldsProps) {
  const openType = useFormValue<number>('openType')
  return (
    <>
      <Field name="openType" />
      {openType === OpenType.departs && (
        <Field name="deptCodes" label="部门" required extra={t('包括各部门的下级部门')}>
          <DepartsSelect />
        </Field>
      )}
      {openType === OpenType.persons && (
        <Field name="userIds" label="人员" required>
          <PersonsField known={users} title={title} />
        </Field>
      )}
      {children?.(openType)}
    </>
  )
}
