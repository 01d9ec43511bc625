// When ended exams leave the list by themselves, and which of their records are removed later.
import { InboxOutlined } from '@ant-design/icons'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'

const Field = fieldOf(examArchive.save)

export function ArchiveSettings() {
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(examArchive.detail, {}, { enabled: isOpen })
  return (
    <Can permit="sys:config:update">
      <Button icon={<InboxOutlined />} onClick={() => setOpen(true)}>
        {t('归档设置')}
      </Button>
      <FormDialog
        of={examArchive.save}
        open={isOpen && data !== undefined}
        title={t('归档设置')}
        initial={data ?? {}}
        done={t('操作成功！')}
        refresh={[examArchive.detail]}
        onClose={() => setOpen(false)}
      >
        <Field name="archiveMonths" extra={t('0 表示不自动归档；归档的考试不在列表中，成绩、答卷和统计仍可查看')} />
        <Form.Item>
          <Alert
            type="warning"
            showIcon
            title={t('以下记录从考试结束时起算，每晚清除，不能恢复；0 表示一直保留。答案、成绩、迟到作答和人工处理的记录不会清除。')}
          />
        </Form.Item>
        <Field name="answerLogMonths" extra={t('每次保存答案的记录，用于核对作答过程')} />
        <Field name="eventMonths" extra={t('离开、抓拍、打开试卷和监考消息')} />
      </FormDialog>
    </Can>
  )
}
