// Notice for an exam that requires Safe Exam Browser: how to open it there.
import { seb } from '@shuyuan/contract/exam/seb/seb.ts'
import { t } from '../../../kernel/i18n.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import { isSecuredBrowser } from '../../../shared/session/secured.ts'
import styles from './room/screens.module.css'

export function SecuredNotice({ examId }: { examId: string }) {
  if (isSecuredBrowser()) return null
  const path = `${seb.config.path}?examId=${examId}`
  // the seb: scheme opens the installed browser with the configuration file
  const opened = `${window.location.origin.replace(/^http/, 'seb')}${path}`
  return (
    <Alert
      kind="warning"
      title={t('本场考试必须使用安全考试浏览器（SEB）')}
      description={
        <>
          <p className={styles.securedWords}>{t('请先在电脑上安装 Safe Exam Browser，再用下面的配置文件打开本场考试。')}</p>
          <span className={styles.screenButtons}>
            <a className={buttonLook({ strong: true })} href={opened}>
              {t('用安全浏览器打开')}
            </a>
            <a className={buttonLook()} href={path} download>
              {t('下载配置文件')}
            </a>
          </span>
        </>
      }
    />
  )
}
