// Back office: granted certificates; revoke, renew, download one or many.
import { certStatus, FileState, fileState, grant } from '@shuyuan/contract/cert/grant.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Space } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { download } from '../../../kernel/call/api.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { certTone } from '../cert-tone.ts'

type Row = RowOf<typeof grant.paging>
const Field = fieldOf(grant.revoke)

const status = (row: Row) => <Tag tone={certTone[row.status]}>{tLabel(certStatus[row.status])}</Tag>
const person = (row: Row) => `${row.realName}（${row.userName}）`
const file = (row: Row) =>
  row.certFilePdf === '' ? (
    row.fileState === FileState.ready ? (
      '—'
    ) : (
      tLabel(fileState[row.fileState])
    )
  ) : (
    <a href={row.certFilePdf} target="_blank" rel="noopener" aria-label={t('打开 {{name}} 的证书', { name: row.realName })}>
      PDF
    </a>
  )

export default function CertGrantListPage() {
  const [query] = useSearchParams()
  const certId = query.get('certId')
  const [revoking, setRevoking] = useState<{ ids: string[]; settle: (done: boolean) => void }>()
  const renew = useCommand(grant.renew, {
    refresh: [grant.paging],
    onDone: ({ granted }) => notify.success(t('已续发 {{n}} 份证书', { n: granted })),
  })
  const close = (done: boolean) => {
    revoking?.settle(done)
    setRevoking(undefined)
  }
  return (
    <>
      <ListPage
        of={grant.paging}
        search={['realName', 'title', 'certGrantNo', 'status', 'expireBefore']}
        fixedParams={certId !== null && /^\d{1,18}$/.test(certId) ? { certId } : {}}
        columns={[
          { name: 'realName', width: 160, render: person },
          { name: 'deptCode_dictText', width: 140, ellipsis: true, hidden: true },
          { name: 'title', width: 140, ellipsis: true },
          { name: 'certGrantNo', width: 190 },
          { name: 'status', width: 84, render: status },
          { name: 'createTime', width: 170, sortable: true },
          { name: 'expireTime', width: 170, sortable: true, render: (row) => row.expireTime?.slice(0, 16) ?? t('长期有效') },
          { name: 'source_dictText', width: 100, hidden: true, render: (row) => tLabel(row.source_dictText) },
          { name: 'fileState', width: 90, render: file },
          { name: 'revokeReason', width: 180, ellipsis: true, hidden: true },
        ]}
        actionsWidth={90}
        actions={(row) => (
          <Space size={0}>
            <Button type="link" size="small" href={`/cert/${row.certGrantNo}`} target="_blank">
              {t('验证')}
            </Button>
          </Space>
        )}
        batch={[
          {
            label: '批量下载证书',
            permit: 'cert:grant:list',
            // a failed download has shown its message
            onRun: (ids) => download(grant.zip, { ids }).catch(() => undefined),
          },
          { label: '续发', permit: 'cert:grant:add', onRun: (ids) => renew.mutateAsync({ ids }) },
          {
            label: '撤销证书',
            permit: 'cert:grant:revoke',
            danger: true,
            onRun: (ids) => new Promise<boolean>((settle) => setRevoking({ ids, settle })),
          },
        ]}
        empty={{ hint: t('手动发放的证书，以及学完课程、通过考试自动颁发的证书，会记在这里') }}
      />
      {revoking && (
        <FormDialog
          of={grant.revoke}
          open
          title={tLabel('撤销证书')}
          initial={{ ids: revoking.ids }}
          submitText="撤销"
          refresh={[grant.paging]}
          onDone={({ revoked }) => {
            notify.success(t('已撤销 {{n}} 份证书', { n: revoked }))
            revoking.settle(true)
          }}
          onClose={() => close(false)}
        >
          <Field name="reason" extra={t('本人和查验证书的人会看到证书已撤销；原因只告知本人')} />
        </FormDialog>
      )}
    </>
  )
}
