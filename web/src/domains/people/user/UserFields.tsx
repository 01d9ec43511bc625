// The basic information of a user, as an administrator edits it.
import { user } from '@shuyuan/contract/account/user.ts'
import { useSite } from '../../../shared/session/session.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { t } from '../../../kernel/i18n.ts'
import { Upload } from '../../../shared/Upload.tsx'
import { HotelFields } from '../hotel/HotelFields.tsx'
import { BackOfficeNotice } from './BackOfficeNotice.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import styles from './people.module.css'

const Field = fieldOf(user.save)

const AVATAR_KB = 3_000

type UserFieldsProps = {
  /** requires a password */
  isNew: boolean
  /** shows the block of hotel operators */
  withHotel: boolean
}

export function UserFields({ isNew, withHotel }: UserFieldsProps) {
  const faceLogin = useSite()?.props.faceLogin
  return (
    <>
      <div className={styles.personFields}>
        <Field name="userName" />
        <Field name="realName" />
        <Field name="password" required={isNew} {...(isNew ? {} : { placeholder: t('不修改请留空') })} />
        <Field name="mobile" />
        <Field name="deptCode" />
        <Field name="roles">
          <RoleSelect />
        </Field>
        <Field name="roleType" required />
        <BackOfficeNotice of="user" />
        <Field name="expireTime" extra={t('留空表示长期有效')} />
        <Field name="email" />
        <Field name="idCard" />
        <Field name="avatar">
          <Upload kind="image" scene="avatar" compressOver={AVATAR_KB} label="上传头像" />
        </Field>
        {faceLogin && (
          <Field name="face">
            <Upload kind="image" scene="identity" compressOver={AVATAR_KB} label="上传人脸照片" />
          </Field>
        )}
      </div>
      {withHotel && (
        <fieldset className={styles.personHotel}>
          <legend>{t('酒店信息')}</legend>
          <div className={styles.personFields}>
            <HotelFields />
          </div>
        </fieldset>
      )}
    </>
  )
}
