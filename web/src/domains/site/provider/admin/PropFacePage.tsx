// Back office: the face comparison provider.
import { Alert, Typography } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { FaceTest } from '../FaceTest.tsx'
import { ProviderPanel } from '../ProviderPanel.tsx'
import styles from '../provider.module.css'

const warning = '切换后立即生效，人脸将由新的服务商比对：已有的人脸用保存的照片在后台重新采集，原服务商处的数据随后删除。确定要切换吗？'
const notes = {
  liveCheck: '开启后，照片、屏幕翻拍等非真人画面不能通过',
  realCheck: '实名认证的自动审核向服务商核对姓名、身份证号和照片，需要向服务商另行开通',
  dbName: '本站直接比对两张照片，不在阿里云的人脸库中保存照片',
} as const

function Intro({ provider }: { provider: string }) {
  const text =
    provider === 'local' ? t('照片只在本机比对，不发送给任何服务商。首次比对时载入模型，约占用 350 MB 内存，空闲 10 分钟后释放。') : ''
  return (
    <>
      {text !== '' && <Alert type="info" showIcon title={text} />}
      <Typography.Paragraph type="secondary">
        {t('启用或切换后，已有的人脸在后台自动重新采集，进度见')}{' '}
        <Link className={styles.inText} to="/admin/user/face-library">
          {t('人脸库')}
        </Link>
      </Typography.Paragraph>
    </>
  )
}

export default function PropFacePage() {
  return (
    <ProviderPanel
      type="face"
      without="还没有启用人脸服务：考前拍照和抓拍只留存，不比对"
      warning={warning}
      notes={notes}
      intro={(provider) => <Intro provider={provider} />}
      tools={<FaceTest />}
    />
  )
}
