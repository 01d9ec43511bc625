// Notice that signing in or registering will bind a third-party account, with a link to cancel that.
import { type LoginType, loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import styles from './visitor.module.css'

type NoticeProps = { loginType: LoginType; nickName: string; onCancel: () => void }

export function BindNotice({ loginType, nickName, onCancel }: NoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <span>{t('登录后将绑定{{way}}账号“{{nickName}}”', { way: tLabel(loginTypes[loginType]), nickName: nickName || t('未命名') })}</span>
      <button type="button" className={styles.linkBtn} onClick={onCancel}>
        {t('取消绑定')}
      </button>
    </div>
  )
}
