// Dialogs of the library of faces: a photo of one user, a zip archive, coverage by department, and the rules.
import { DownloadOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Flex, Modal, Progress, Table, Upload } from 'antd'
import { useState } from 'react'
import { upload } from '../../kernel/call/api.ts'
import { useCall } from '../../kernel/call/query.ts'
import { saveSheet } from '../../kernel/import/save-sheet.ts'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { fieldOf } from '../../shared/form/field-of.ts'
import { FormDialog } from '../../kernel/form/FormDialog.tsx'

type Closing = { onClose: () => void }
const failureText = (error: unknown) => (error instanceof Error ? error.message : t('服务器开小差了呢！'))

/** Uploads a file with the statement that its users agreed. */
function useFaceUpload(send: (file: File, agreed: '0' | '1') => Promise<void>) {
  const client = useQueryClient()
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const choose = (file: File) => {
    setBusy(true)
    setProblem('')
    send(file, agreed ? '1' : '0')
      .then(() => client.invalidateQueries({ queryKey: [sysFace.paging.path] }))
      .catch((error: unknown) => setProblem(failureText(error)))
      .finally(() => setBusy(false))
    return false
  }
  const consent = (
    <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
      {t('已取得本人书面同意')}
    </Checkbox>
  )
  return { busy, problem, choose, consent }
}

/** A new photo of a user. */
export function FacePhotoDialog({ user, onClose }: Closing & { user: { id: string; realName: string } }) {
  const { busy, problem, choose, consent } = useFaceUpload(async (file, agreed) => {
    await upload(sysFace.save, file, { userId: user.id, agreed }, { quiet: true })
    notify.success(t('操作成功！'))
    onClose()
  })
  return (
    <Modal open title={t('录入{{name}}的人脸', { name: user.realName })} footer={null} onCancel={onClose}>
      <Flex vertical gap="middle">
        <span>{t('请上传一张正面、清晰、只有本人的照片，人脸宽度不小于 110 像素。')}</span>
        {consent}
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        <Upload accept="image/jpeg,image/png" showUploadList={false} beforeUpload={choose}>
          <Button type="primary" loading={busy}>
            {t('选择照片')}
          </Button>
        </Upload>
      </Flex>
    </Modal>
  )
}

/** A zip archive with photos named by account. */
export function FaceImportDialog({ onClose }: Closing) {
  const [result, setResult] = useState<Data<typeof sysFace.import>>()
  const wrong = result?.wrong
  const { busy, problem, choose, consent } = useFaceUpload(async (file, agreed) => {
    setResult(await upload(sysFace.import, file, { agreed }, { quiet: true }))
  })
  return (
    <Modal open title={t('批量导入人脸')} footer={null} onCancel={onClose}>
      <Flex vertical gap="middle">
        <span>{t('请上传 zip 压缩包，照片以“账号.jpg”命名，一次最多 500 张；照片在后台逐张采集。')}</span>
        {consent}
        {problem !== '' && <Alert type="error" showIcon title={problem} />}
        {result && <Alert type="success" showIcon title={t('已收下 {{n}} 张照片', { n: result.done })} />}
        {result && result.failed.length > 0 && (
          <Table
            size="small"
            rowKey="name"
            pagination={false}
            scroll={{ y: 240 }}
            dataSource={result.failed}
            columns={[
              { title: t('文件'), dataIndex: 'name' },
              { title: t('原因'), dataIndex: 'reason' },
            ]}
          />
        )}
        {wrong && (
          <Button icon={<DownloadOutlined />} onClick={() => saveSheet(wrong)}>
            {t('下载有误的文件')}
          </Button>
        )}
        <Upload accept=".zip" showUploadList={false} beforeUpload={choose}>
          <Button type="primary" loading={busy}>
            {t('选择压缩包')}
          </Button>
        </Upload>
      </Flex>
    </Modal>
  )
}

/** How many people of each department can be compared. */
export function FaceCoverageDialog({ onClose }: Closing) {
  const { data = [], isPending } = useCall(sysFace.coverage, {})
  return (
    <Modal open title={t('人脸覆盖率')} footer={null} onCancel={onClose} width={640}>
      <Table
        size="small"
        rowKey="deptCode"
        loading={isPending}
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={data}
        columns={[
          { title: t('部门'), dataIndex: 'deptName' },
          { title: t('人数'), dataIndex: 'people', width: 60 },
          { title: t('已采集'), dataIndex: 'enrolled', width: 72 },
          {
            title: t('覆盖率'),
            width: 130,
            render: (_, row) => <Progress percent={Math.round((row.enrolled / row.people) * 100)} size="small" />,
          },
        ]}
      />
    </Modal>
  )
}

const Field = fieldOf(sysFace['rules-save'])

/** The consent text and how long captures are kept. */
export function FaceRulesDialog({ onClose }: Closing) {
  const { data } = useCall(sysFace['rules-detail'], {})
  if (!data) return null
  return (
    <FormDialog
      of={sysFace['rules-save']}
      title={t('人脸库设置')}
      open
      initial={data}
      onClose={onClose}
      refresh={[sysFace['rules-detail']]}
    >
      <Field name="consentText" />
      <Field name="keepDays" />
      <Field name="examKeepDays" />
      <Field name="realAuto" extra={t('没有实名核验服务时，自动审核对合格的照片这样处理；服务商支持时按其分数判断')} />
    </FormDialog>
  )
}
