// Back office: name, appearance and enabled modules of the site.
import type { SiteKind } from '@shuyuan/contract/kernel/site-kind.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { noticeExample } from '@shuyuan/contract/site/config/record-notice.ts'
import { Button, Card, Descriptions, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { useFormValue, useSetFormValue } from '../../../../kernel/form/form-context.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { reloadSite } from '../../../../shared/session/session.ts'
import { Upload, type UploadProps } from '../../../../shared/Upload.tsx'
import { providerTitle } from '../../provider/ProviderForm.tsx'
import { KindRadio } from '../KindRadio.tsx'
import { settingRowOf } from '../SettingRow.tsx'
import { SettingsPage } from '../../../../kernel/form/LongForm.tsx'
import styles from '../setting.module.css'

const SettingRow = settingRowOf(config.save)

const Field = fieldOf(config.save)

/** kB over which a logo is made smaller; every page loads it. */
const LOGO_KB = 100
const picture: UploadProps = { kind: 'image', limit: 1, scene: 'logo', accept: ['jpg', 'jpeg', 'png'], compressOver: LOGO_KB }

export default function SitePage() {
  const { data, error, refetch } = useFormStart(config.detail, { id: '1' })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <SettingsPage>
      <SchemaForm
        of={config.save}
        initial={data}
        done={t('配置保存成功！')}
        refresh={[config.detail, config.help]}
        onDone={() => void reloadSite()}
      >
        <div className={styles.settingPage}>
          <Card size="small" title={t('站点信息')}>
            <div className={styles.settingColumns}>
              <Field name="siteName" />
              <Field
                name="h5Host"
                extra={t('手机访问的网址，用于二维码、证书和支付通知，以 http 或 https 开头；留空则用打开网页时的网址')}
              />
            </div>
            <Field name="props.siteKind" extra={t('页面按它选用称呼和第一批示例')}>
              <KindRadio />
            </Field>
            <div className={styles.settingPictures}>
              <Field name="frontLogo" extra={t('学员端，支持 jpg、jpeg、png')}>
                <Upload {...picture} />
              </Field>
              <Field name="backLogo" extra={t('管理后台，支持 jpg、jpeg、png')}>
                <Upload {...picture} />
              </Field>
              <Field name="mpCode" extra={t('显示在学员端页面底部')}>
                <Upload {...picture} crop />
              </Field>
            </div>
            <Field name="copyRight" extra={t('显示在学员端和登录页底部')}>
              <RichText height={160} label={t('版权信息')} />
            </Field>
          </Card>
          <Card size="small" title={t('帮助')}>
            <Field name="helpExtra" extra={t('显示在帮助页顶部和帮助目录的第一项；留空则不显示')}>
              <RichText height={160} label={t('帮助页补充')} />
            </Field>
            <Field name="helpContact" extra={t('显示在每章帮助的末尾，例如电话、邮箱或办公室')} />
          </Card>
          <Card size="small" title={t('考试录像')}>
            <Field name="recordNotice" extra={<NoticeHint />} />
          </Card>
          <Card size="small" title={t('功能模块')}>
            <SettingRow
              name="props.moduleExam"
              hint={t('在线考试、我的成绩和题库训练；关闭后学员不能开始新的考试和训练，正在进行的考试不受影响')}
            />
            <SettingRow name="props.moduleCourse" hint={t('课程学习和课程管理入口')} />
            <SettingRow name="props.moduleCert" hint={t('证书管理、我的证书和公开验证；关闭后不再自动颁发')} />
            <SettingRow name="props.faceLogin" hint={t('在用户资料中显示人脸照片')} />
            <HotelRow />
            <SettingRow name="props.learnPace" hint={t('学员首页的一行：连续学习天数、本周目标、积分和下一张证书；学员可以自己关闭')} />
            <SettingRow name="props.bookRights" hint={t('错题连续答对达到次数后移出错题本')} />
          </Card>
          <Card size="small" title={t('后台显示')}>
            <SettingRow name="tagsView" hint={t('在页面上方显示打开过的页面')} />
            <SettingRow name="fixedHeader" hint={t('滚动时顶部栏保持可见')} />
            <SettingRow name="sidebarLogo" hint={t('在侧栏顶部显示 LOGO 和站点名称')} />
            <SettingRow name="props.scaleCounts" hint={t('控制台的总数和图表乘以放大比例，并标明“已按比例放大”')} />
            <SettingRow name="props.displayScale" hint={t('只在打开数据放大后起作用；100 为原数')} />
          </Card>
          <Card size="small" title={t('后台登录')}>
            <SettingRow name="props.staffIdleMinutes" hint={t('管理后台的用户多久没有操作后须重新输入密码；学员不受影响')} />
            <SettingRow name="props.staffHours" hint={t('管理后台的用户登录多久后须重新输入密码，无论是否一直在操作')} />
          </Card>
          <Card size="small" title={t('文件')}>
            <Field name="tmpDir" extra={t('上传过程中的临时文件存放在服务器的这个目录，以 / 结尾；留空使用系统临时目录')} />
            <StorageFacts {...data} />
          </Card>
        </div>
      </SchemaForm>
    </SettingsPage>
  )
}

function NoticeHint() {
  const set = useSetFormValue()
  const isEmpty = (useFormValue<string>('recordNotice') ?? '') === ''
  return (
    <Flex vertical align="start">
      {t(
        '考生开始录像考试前阅读；留空用系统的说明。{tracks}（录制内容）、{days}（保存天数）、{most}（最长天数）和 {readers}（可查看的人员）按每场考试填写，缺一不可。修改后，还没有开始的考生重新阅读并同意。',
      )}
      {isEmpty && (
        <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => set('recordNotice', noticeExample)}>
          {t('填入系统的说明')}
        </Button>
      )}
    </Flex>
  )
}

function HotelRow() {
  const kind = useFormValue<SiteKind>('props.siteKind')
  const isOn = useFormValue<boolean>('props.hotelProfile')
  if (kind !== 'hotel' && isOn !== true) return null
  return <SettingRow name="props.hotelProfile" hint={t('学员须填写酒店编码、营业执照等资料')} />
}

type Facts = {
  uploadType: string
  ossUpload?: { url: string; bucket: string; endpoint: string } | undefined
  localUpload?: { localDir: string; url: string } | undefined
}

/** Read-only settings of the active storage provider; they are changed on another page. */
function StorageFacts({ uploadType, ossUpload, localUpload }: Facts) {
  const facts = Object.entries({ ...localUpload, ...ossUpload }).filter(([, value]) => value !== '')
  const titles: Record<string, PlainText> = { localDir: '存储目录', url: '访问地址', bucket: '存储空间', endpoint: '存储节点' }
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'type', label: t('存储方式'), children: providerTitle('upload', uploadType) },
          ...facts.map(([name, value]) => ({ key: name, label: titles[name] ? t(titles[name]) : name, children: value })),
        ]}
      />
      <Can permit="sys:prop:update">
        <Typography.Paragraph style={{ marginBlock: 8 }}>
          <Link to="/admin/sys/upload">{t('修改存储配置')}</Link>
        </Typography.Paragraph>
      </Can>
    </>
  )
}
