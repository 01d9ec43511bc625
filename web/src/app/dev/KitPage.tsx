// Kit: every generic component on one page, in its states.
import { Divider, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { KitFiles } from './KitFiles.tsx'
import { KitForms } from './KitForms.tsx'
import { KitLists } from './KitLists.tsx'
import { KitPeople } from './KitPeople.tsx'
import { KitStates } from './KitStates.tsx'
import { KitTexts } from './KitTexts.tsx'

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
            <Divider titlePlacement="start">{t(title)}</Divider>
            {part}
          </section>
        ))}
      </Flex>
    </main>
  )
}
