// Whom an exam is open to.
import { DepartsSelect } from '../../../../kernel/DepartTree.tsx'
import { Field } from '../../../../kernel/form/Field.tsx'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PersonsField } from '../../../../kernel/PersonsField.tsx'
import type { PickedUser } from '../../../../kernel/UserPicker.tsx'

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
          <PersonsField known={users} title={t('选择参加考试的人员')} />
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
