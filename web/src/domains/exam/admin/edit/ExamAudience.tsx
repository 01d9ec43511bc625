// Form section: the audience of an exam.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { AudienceFields } from '../../../../shared/form/AudienceFields.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { t } from '../../../../kernel/i18n.ts'
import type { KnownGroup } from '../../../../shared/people/GroupsSelect.tsx'
import type { PickedUser } from '../../../../shared/people/UserPicker.tsx'

const Field = fieldOf(exam.save)

const PASSWORD = 9

type ExamAudienceProps = {
  /** the users and groups selected so far */
  users: PickedUser[]
  groups: readonly KnownGroup[]
  hasPassword: boolean
}

export const ExamAudience = ({ users, groups, hasPassword }: ExamAudienceProps) => (
  <AudienceFields users={users} groups={groups} title={t('选择参加考试的人员')}>
    {(openType) =>
      openType === PASSWORD && (
        <Field
          name="password"
          required={!hasPassword}
          extra={hasPassword ? t('已设置密码，留空则保留原密码') : t('考生进入考试前需要输入')}
        />
      )
    }
  </AudienceFields>
)
