// Changes the user's own password; the user has to sign in again afterwards. Without Ant Design.
import { isNewPassword, PasswordForm, samePassword } from '@shuyuan/contract/account/own/user-account.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { useNavigate } from 'react-router'
import * as z from '@shuyuan/contract/kernel/z.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { TextField } from '../../../kernel/plain/TextField.tsx'
import { usePlainForm } from '../../../kernel/plain/usePlainForm.ts'
import { signOut } from '../../../shared/session/session.ts'
import styles from './profile.module.css'

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
type Twice = Body<(typeof user)['update-pass']> & { confirm: string }

export function OwnPassword() {
  const navigate = useNavigate()
  const leave = () => signOut(() => navigate('/login'))
  const { form, values, set, problems, submit, busy } = usePlainForm(typedTwice, {
    initial: { oldPassword: '', password: '', confirm: '' } as Twice,
    done: t('用户密码修改成功，请重新登录！'),
    onDone: () => setTimeout(() => void leave(), LEAVE_MS),
  })
  const { oldPassword, password, confirm } = values as Twice
  const field = (name: keyof Twice) => ({
    type: 'password',
    problem: problems[name],
    required: true,
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <form ref={form} className={styles.profileNarrow} noValidate onSubmit={submit} aria-busy={busy}>
      <TextField label={t('旧密码')} value={oldPassword} autoComplete="current-password" {...field('oldPassword')} />
      <TextField
        label={t('新密码')}
        value={password}
        autoComplete="new-password"
        hint={t('8-60位，应包含大写字母、小写字母、数字、特殊字符其中三种')}
        {...field('password')}
      />
      <TextField label={t('确认密码')} value={confirm} autoComplete="new-password" {...field('confirm')} />
      <Button type="submit" strong busy={busy}>
        {t('修改密码')}
      </Button>
    </form>
  )
}
