// Changes the user's own password; the user has to sign in again afterwards.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { isNewPassword, PasswordForm, samePassword } from '@shuyuan/contract/sys/account/user-account.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { signOut } from '../../../shared/session.ts'
import styles from './profile.module.css'

const Field = fieldIn<Body<(typeof user)['update-pass']> & { confirm: string }>()

const LEAVE_MS = 1_500
/** The same call with the password typed twice; the server ignores the second one. */
const typedTwice = {
  ...user['update-pass'],
  input: PasswordForm.extend({
    confirm: z
      .string({ error: '确认密码不能为空！' satisfies PlainText })
      .min(1, '确认密码不能为空！')
      .meta({ title: '确认密码' satisfies PlainText, control: 'password' }),
  })
    .refine(isNewPassword, samePassword)
    .refine((form) => form.confirm === form.password, { path: ['confirm'], error: '两次密码输入不一致！' satisfies PlainText }),
} as unknown as (typeof user)['update-pass']

export function OwnPassword() {
  const navigate = useNavigate()
  const leave = () => signOut(() => navigate('/login'))
  return (
    <div className={styles.profileNarrow}>
      <SchemaForm
        of={typedTwice}
        done={t('用户密码修改成功，请重新登录！')}
        onDone={() => setTimeout(() => void leave(), LEAVE_MS)}
        submitText="修改密码"
      >
        <Field name="oldPassword" />
        <Field name="password" extra={t('8-60位，应包含大写字母、小写字母、数字、特殊字符其中三种')} />
        <Field name="confirm" />
      </SchemaForm>
    </div>
  )
}
