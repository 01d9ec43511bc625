// The password of the first administrator: the one of the server's first start stands in its log.
import { user } from '@shuyuan/contract/account/user.ts'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { Button } from '../../kernel/plain/Button.tsx'
import { TextField } from '../../kernel/plain/TextField.tsx'
import { usePlainForm } from '../../kernel/plain/usePlainForm.ts'
import styles from './first-run.module.css'

export function FirstPassword() {
  const [isDone, setDone] = useState(false)
  const { form, values, set, problems, submit, busy } = usePlainForm(user['update-pass'], {
    initial: { oldPassword: '', password: '' },
    done: t('密码已修改'),
    onDone: () => setDone(true),
  })
  if (isDone) return <p role="status">{t('密码已修改')}</p>
  return (
    <form ref={form} className={styles.password} noValidate onSubmit={submit} aria-busy={busy} aria-labelledby="first-password">
      <h2 id="first-password">{t('管理员密码')}</h2>
      <p>{t('首次启动时显示的密码留在服务器的日志里，请换成自己的；已经用 ADMIN_PASSWORD 设置的可以不改。')}</p>
      <div className={styles.pair}>
        <TextField
          label={t('旧密码')}
          type="password"
          value={values.oldPassword}
          autoComplete="current-password"
          problem={problems['oldPassword']}
          onChange={(oldPassword) => set({ oldPassword })}
        />
        <TextField
          label={t('新密码')}
          type="password"
          value={values.password}
          autoComplete="new-password"
          hint={t('8-60位，应包含大写字母、小写字母、数字、特殊字符其中三种')}
          problem={problems['password']}
          onChange={(password) => set({ password })}
        />
      </div>
      <Button type="submit" busy={busy}>
        {t('修改密码')}
      </Button>
    </form>
  )
}
