// Back office: what was sent to a model, by whom and what for.
import { assistCall, assistCallState } from '@shuyuan/contract/assist/assist.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { CappedNote } from '../../../kernel/list/CappedNote.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { ExportButton } from '../../site/log/ExportButton.tsx'
import { providerTitle } from '../../site/provider/ProviderForm.tsx'
import { CallDrawer } from '../ledger/CallDrawer.tsx'
import { DaysDrawer } from '../ledger/DaysDrawer.tsx'
import { yuanText } from '../ledger/price.ts'

type Row = RowOf<typeof assistCall.paging>
const tones = { running: 'plain', done: 'good', failed: 'bad', cancelled: 'plain' } as const

export default function AssistCallListPage() {
  const [shown, setShown] = useState<string>()
  const [days, setDays] = useState<object>()
  return (
    <>
      <ListPage
        of={assistCall.paging}
        search={['userName', 'kind', 'state', { name: 'from', until: 'to' }]}
        columns={[
          { name: 'createTime', seconds: true, width: 180, sortable: true },
          { name: 'realName', width: 110 },
          { name: 'userName', width: 130, hidden: true },
          { name: 'kind', width: 100 },
          { name: 'about', width: 200, ellipsis: true, main: true },
          { name: 'provider', width: 200, ellipsis: true, render: (row: Row) => providerTitle('model', row.provider) },
          { name: 'model', width: 150, ellipsis: true },
          { name: 'state', width: 90, render: ({ state }: Row) => <Tag tone={tones[state]}>{tLabel(assistCallState[state])}</Tag> },
          { name: 'tokensIn', width: 110 },
          { name: 'tokensOut', width: 110 },
          { name: 'cost', width: 100, render: ({ cost }: Row) => (cost === 0 ? '' : yuanText(cost)) },
          { name: 'ms', width: 100, hidden: true },
          { name: 'error', width: 220, ellipsis: true },
        ]}
        actionsWidth={90}
        actions={(row) => (
          <Button type="link" size="small" onClick={() => setShown(row.id)}>
            {t('查看')}
          </Button>
        )}
        toolbar={(list) => (
          <>
            <Button onClick={() => setDays(list.params)}>{t('每天用量')}</Button>
            <ExportButton of={assistCall.export} params={list.params} />
            <CappedNote total={list.total} />
          </>
        )}
        empty={{ hint: t('每次发送给模型的内容都会记在这里') }}
      />
      <DaysDrawer params={days} onClose={() => setDays(undefined)} />
      <CallDrawer id={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
