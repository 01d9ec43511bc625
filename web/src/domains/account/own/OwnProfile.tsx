// The user's profile: the fields that users may change themselves. Without Ant Design, except for a new picture.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type HotelBlock, HotelProfileForm } from '@shuyuan/contract/people/user/user-profile.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../kernel/call/query.ts'
import { safePath } from '../../../kernel/access/safe-path.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { LeaveAsk } from '../../../kernel/plain/LeaveAsk.tsx'
import { TextField } from '../../../kernel/plain/TextField.tsx'
import { usePlainForm } from '../../../kernel/plain/usePlainForm.ts'
import avatarStyles from '../../../kernel/plain/avatar.module.css'
import factsStyles from '../../../kernel/plain/facts.module.css'
import { classes } from '../../../kernel/theme/classes.ts'
import { initialsOf } from '../../../shared/people/initials.ts'
import { HotelBlockFields } from '../../people/hotel/HotelBlockFields.tsx'
import styles from './profile.module.css'

const AvatarUpload = lazy(async () => ({ default: (await import('./AvatarUpload.tsx')).AvatarUpload }))

type Mine = Data<typeof user.currentUser>
type Form = Body<typeof user.update>
const RELOAD_MS = 1_500
/** The same call with the check of the hotel block that the server applies to users who need it. */
const withHotel = { ...user.update, input: HotelProfileForm } as unknown as typeof user.update

/** `accounts`: a link to the page where the phone is bound. */
export function OwnProfile({ accounts }: { accounts: ReactNode }) {
  const { data, error, refetch } = useFormStart(user.currentUser, {})
  if (data) return <ProfileForm mine={data} accounts={accounts} />
  return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
}

const startOf = ({ realName, email, avatar, needsHotel, ...mine }: Mine): Form => {
  const { hotelCode, businessLicense, signageName, legalPerson, businessAddress, policeStation2 } = mine
  const own = { realName, email, avatar }
  return needsHotel ? { ...own, hotelCode, businessLicense, signageName, legalPerson, businessAddress, policeStation2 } : own
}

function ProfileForm({ mine, accounts }: { mine: Mine; accounts: ReactNode }) {
  const [query] = useSearchParams()
  const back = safePath(query.get('redirected'))
  const { needsHotel, realPerson } = mine
  // a full page load: name and picture are shown in many places of the layout
  const leave = () => setTimeout(() => (back ? window.location.assign(back) : window.location.reload()), RELOAD_MS)
  const { form, values, set, problems, refuse, submit, busy, isDirty } = usePlainForm(needsHotel ? withHotel : user.update, {
    initial: startOf(mine),
    done: t('资料修改成功！'),
    onDone: leave,
  })
  return (
    <form ref={form} className={styles.profile} noValidate onSubmit={submit} aria-busy={busy}>
      <LeaveAsk isDirty={isDirty} />
      {back && <Alert kind="warning" title={t('请补充完整个人资料！')} description={t('保存后回到刚才的页面。')} />}
      <Facts mine={mine} accounts={accounts} />
      <AvatarField avatar={values.avatar ?? ''} realName={mine.realName} onChange={(avatar) => set({ avatar })} />
      <div className={styles.profileFields}>
        <TextField
          label={t('姓名')}
          value={values.realName ?? ''}
          problem={problems['realName']}
          required
          disabled={realPerson}
          {...(realPerson ? { hint: t('已通过实名认证，姓名不能修改') } : {})}
          onChange={(realName) => set({ realName })}
        />
        <TextField
          label={t('邮箱')}
          type="email"
          autoComplete="email"
          value={values.email ?? ''}
          problem={problems['email']}
          onChange={(email) => set({ email })}
        />
        {needsHotel && <HotelBlockFields value={values as HotelBlock} problems={problems} onChange={set} onRefused={refuse} />}
      </div>
      <div className={styles.profileButtons}>
        <Button type="submit" strong busy={busy}>
          {t('保存')}
        </Button>
      </div>
    </form>
  )
}

const Facts = ({ mine, accounts }: { mine: Mine; accounts: ReactNode }) => (
  <dl className={classes(factsStyles.facts, styles.profileFacts)}>
    <div>
      <dt>{t('用户名')}</dt>
      <dd>{mine.userName}</dd>
    </div>
    <div>
      <dt>{t('部门')}</dt>
      <dd>{mine.deptCode_dictText}</dd>
    </div>
    <div>
      <dt>{t('手机号')}</dt>
      <dd className={styles.profileMobile}>
        {mine.mobile || t('未绑定')} {accounts}
      </dd>
    </div>
  </dl>
)

type AvatarProps = { avatar: string; realName: string; onChange: (avatar: string) => void }

function AvatarField({ avatar, realName, onChange }: AvatarProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={styles.profileAvatar}>
      {isAsked ? (
        <Suspense fallback={<PageLoading shape="form" rows={1} />}>
          <AvatarUpload value={avatar} onChange={onChange} />
        </Suspense>
      ) : (
        <>
          <span className={classes(avatarStyles.avatar, styles.profilePicture)}>
            {avatar === '' ? <span aria-hidden="true">{initialsOf(realName)}</span> : <img src={avatar} alt={t('头像')} />}
          </span>
          <Button small onClick={() => setAsked(true)}>
            {avatar === '' ? t('上传头像') : t('更换头像')}
          </Button>
        </>
      )}
      <small>{t('jpg、jpeg、png 格式，不超过 5 MB')}</small>
    </div>
  )
}
