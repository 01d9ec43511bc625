// Notice for an exam that requires Safe Exam Browser: how to open it there.
import { seb } from '@shuyuan/contract/exam/seb.ts'
import { Alert, Button, Flex } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { isSecuredBrowser } from '../../../shared/secured.ts'

export function SecuredNotice({ examId }: { examId: string }) {
  if (isSecuredBrowser()) return null
  const path = `${seb.config.path}?examId=${examId}`
  // the seb: scheme opens the installed browser with the configuration file
  const opened = `${window.location.origin.replace(/^http/, 'seb')}${path}`
  return (
    <Alert
      type="warning"
      showIcon
      title={t('本场考试必须使用安全考试浏览器（SEB）')}
      description={
        <Flex vertical gap="small">
          <span>{t('请先在电脑上安装 Safe Exam Browser，再用下面的配置文件打开本场考试。')}</span>
          <Flex wrap gap="small">
            <Button type="primary" href={opened}>
              {t('用安全浏览器打开')}
            </Button>
            <Button href={path} download>
              {t('下载配置文件')}
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
