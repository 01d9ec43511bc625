// Kit: every generic component on one page, in its states.
import { Divider, Flex, Typography, Button, Card } from 'antd'
import type { ReactNode } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { KitFiles } from './KitFiles.tsx'
import { KitForms } from './KitForms.tsx'
import { KitLists } from './KitLists.tsx'
import { KitPeople } from './KitPeople.tsx'
import { KitTexts } from './KitTexts.tsx'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { notify } from '../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'

/** Kit: loading, empty and error states. */
const failure = new CallFailure(errors.fault[0], '服务器开小差了呢！')
const retry = () => notify.info(t('重试'))

function KitStates() {
  return (
    <Flex vertical gap="middle">
      {(['page', 'table', 'cards', 'form'] as const).map((shape) => (
        <Card key={shape} size="small" title={t('加载中')}>
          <PageLoading shape={shape} rows={3} />
        </Card>
      ))}
      <Card size="small" title={t('空')}>
        <PageEmpty hint={t('这里放您的证书')} action={<Button type="primary">{t('去考试')}</Button>} />
      </Card>
      <Card size="small" title={t('出错')}>
        <PageError error={failure} onRetry={retry} />
        <PageError compact error={failure} onRetry={retry} />
      </Card>
    </Flex>
  )
}

const parts: [title: PlainText, part: ReactNode][] = [
  ['列表', <KitLists key="lists" />],
  ['表单', <KitForms key="forms" />],
  ['富文本', <KitTexts key="texts" />],
  ['上传与导入', <KitFiles key="files" />],
  ['部门、人员、字典、权限', <KitPeople key="people" />],
  ['加载、空、出错', <KitStates key="states" />],
]

export default function KitPage() {
  return (
    <main style={{ maxWidth: 1_200, margin: '0 auto', padding: 24 }}>
      <Typography.Title level={1}>{t('组件')}</Typography.Title>
      <Flex vertical gap="large">
        {parts.map(([title, part]) => (
          <section key={title} aria-label={t(title)}>
            <Divider titlePlacement="start" style={{ whiteSpace: 'normal' }}>
              {t(title)}
            </Divider>
            {part}
          </section>
        ))}
      </Flex>
    </main>
  )
}
