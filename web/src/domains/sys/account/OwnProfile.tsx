// The user's profile: the fields that users may change themselves.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { HotelProfileForm } from '@shuyuan/contract/sys/people/user-profile.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { Alert, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { safePath } from '../../../kernel/safe-path.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { Upload } from '../../../shared/Upload.tsx'
import { HotelFields } from '../hotel/HotelFields.tsx'
import styles from './profile.module.css'

const Field = fieldOf(user.update)

type Mine = Data<typeof user.currentUser>
const RELOAD_MS = 1_500
const CROP = { aspect: 1, round: true }
/** The same call with the check of the hotel block that the server applies to users who need it. */
const withHotel = { ...user.update, input: HotelProfileForm } as unknown as typeof user.update

/** `accounts`: a link to the page where the phone is bound. */
export function OwnProfile({ accounts }: { accounts: ReactNode }) {
  const { data, error, refetch } = useFormStart(user.currentUser, {})
  if (data) return <ProfileForm mine={data} accounts={accounts} />
  return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
}

function ProfileForm({ mine, accounts }: { mine: Mine; accounts: ReactNode }) {
  const [query] = useSearchParams()
  const back = safePath(query.get('redirected'))
  const { realName, email, avatar, needsHotel } = mine
  // a full page load: name and picture are shown in many places of the layout
  const leave = () => setTimeout(() => (back ? window.location.assign(back) : window.location.reload()), RELOAD_MS)
  return (
    <div className={styles.profile}>
      {back && <Alert type="warning" showIcon title={t('请补充完整个人资料！')} description={t('保存后回到刚才的页面。')} />}
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'userName', label: t('用户名'), children: mine.userName },
          { key: 'dept', label: t('部门'), children: mine.deptCode_dictText },
          {
            key: 'mobile',
            label: t('手机号'),
            children: (
              <span className={styles.profileMobile}>
                {mine.mobile || t('未绑定')} {accounts}
              </span>
            ),
          },
        ]}
      />
      <SchemaForm
        of={needsHotel ? withHotel : user.update}
        initial={needsHotel ? mine : { realName, email, avatar }}
        done={t('资料修改成功！')}
        onDone={leave}
      >
        <div className={styles.profileFields}>
          <div className={styles.profileAvatar}>
            <Field name="avatar" extra={t('jpg、jpeg、png 格式，不超过 5 MB')}>
              <Upload kind="image" scene="avatar" crop={CROP} compressOver={3000} label="上传头像" />
            </Field>
          </div>
          <Field
            name="realName"
            required
            disabled={mine.realPerson}
            {...(mine.realPerson ? { extra: t('已通过实名认证，姓名不能修改') } : {})}
          />
          <Field name="email" />
          {needsHotel && <HotelFields />}
        </div>
      </SchemaForm>
    </div>
  )
}
