// One request: the photo beside the data derived from the identity number, and the verdict below.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { Alert, Button, Descriptions, Flex, Image, Modal } from 'antd'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { firstReason } from './AuditDialog.tsx'
import styles from './real-list.module.css'

const Field = fieldOf(real.audit)

type RealRow = RowOf<typeof real.paging>
const REVIEW = 'sys:user:real:audit'

export function RealDialog({ row, onClose }: { row: RealRow | undefined; onClose: () => void }) {
  return (
    <Modal open={row !== undefined} title={t('实名申请')} width={760} footer={null} destroyOnHidden onCancel={onClose}>
      {row && <Request id={row.id} onClose={onClose} />}
    </Modal>
  )
}

function Request({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useCall(real.detail, { id }, { refetchOnMount: 'always' })
  if (!row) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <Flex vertical gap="middle">
      <Facts row={row} />
      {row.state === RealState.waiting && can([REVIEW]) && <Verdict row={row} onClose={onClose} />}
    </Flex>
  )
}

function Facts({ row }: { row: RealRow }) {
  const line = (key: keyof RealRow, label: PlainText) => ({ key, label: t(label), children: String(row[key] ?? '') || '—' })
  return (
    <div className={styles.realReview}>
      <Flex gap="small" wrap>
        <Photo src={row.face} title={t('提交的照片')} />
        {row.currentFace !== '' && <Photo src={row.currentFace} title={t('使用中的照片')} />}
      </Flex>
      <div>
        {row.realPerson && (
          <Alert type="info" showIcon title={t('该用户已通过实名认证，本次为更换人脸照片。')} className={styles.realReviewNote} />
        )}
        <Descriptions
          size="small"
          column={1}
          items={[
            line('realName', '真实姓名'),
            line('idCard', '身份证号'),
            line('sex', '性别'),
            line('age', '年龄'),
            line('birthday', '出生日期'),
            line('domicileAddress', '户籍所在地'),
            line('contactWay', '联系方式'),
            line('userName', '用户名'),
            line('deptCode_dictText', '部门'),
            line('createTime', '提交时间'),
            ...(row.autoResult === '' ? [] : [line('autoResult', '自动审核')]),
            ...(row.state === RealState.waiting
              ? []
              : [
                  line('state_dictText', '状态'),
                  line('auditMsg', '审核意见'),
                  line('auditBy_dictText', '审核人'),
                  line('auditTime', '审核时间'),
                ]),
          ]}
        />
      </div>
    </div>
  )
}

function Photo({ src, title }: { src: string; title: string }) {
  return (
    <figure className={styles.realReviewPhoto}>
      <Image src={src} alt={title} width={148} className={styles.realListPhoto} />
      <figcaption>{title}</figcaption>
    </figure>
  )
}

function Verdict({ row, onClose }: { row: RealRow; onClose: () => void }) {
  const auto = useCommand(real['auto-audit'], { refresh: [real.paging, real.detail] })
  return (
    <SchemaForm
      of={real.audit}
      dialog
      initial={{ ids: [row.id], auditMsg: '' }}
      done={t('操作成功！')}
      refresh={[real.paging]}
      onDone={onClose}
      onCancel={onClose}
      buttons={
        <Button loading={auto.isPending} onClick={() => auto.mutate({ ids: [row.id] })}>
          {t('自动审核')}
        </Button>
      }
    >
      <Field name="state" />
      <Field name="auditMsg" placeholder={firstReason(RealState.passed)} />
    </SchemaForm>
  )
}
