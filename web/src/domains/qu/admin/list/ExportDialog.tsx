// Export: the format, and a note on what it cannot contain.
import { exportFormat, qu } from '@shuyuan/contract/qu/qu.ts'
import { Alert, Flex, Modal, Radio } from 'antd'
import { useState } from 'react'
import { download } from '../../../../kernel/call/api.ts'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import styles from './stage.module.css'

type Format = keyof typeof exportFormat
const about: Record<Format, PlainText> = {
  xlsx: '可以修改后再导入本系统，支持所有题型',
  word: '按题型分大题的试卷，每题后有答案和解析，可以再导入',
  wordBlank: '同样的试卷，不含答案和解析，可以印发',
  gift: 'Moodle 的文本格式，小而易读',
  moodle: '导入 Moodle 题库，图片在文件里',
  qti: '国际标准内容包，适合交给其他平台',
  qti22: '上一版国际标准，给只读 QTI 2 的平台',
  qti12: '给 Canvas、Blackboard 和 D2L 的内容包',
}
const formats = Object.keys(exportFormat) as Format[]

type ExportDialogProps = { repoId: string; title: string; onClose: () => void }

export function ExportDialog({ repoId, title, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<Format>('xlsx')
  const [busy, setBusy] = useState(false)
  const loss = useCall(qu['export-loss'], { repoId, format }, { quiet: true })
  const start = async () => {
    setBusy(true)
    try {
      await download(qu.export, { repoId, format })
      onClose()
    } catch {
      // the failure was already shown; the dialog stays open for another try
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={title}
      width={560}
      okText={t('下载')}
      cancelText={t('取消')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !loss.data }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        <Radio.Group
          className={styles.exportChoice}
          aria-label={t('导出格式')}
          value={format}
          onChange={(event) => setFormat(event.target.value as Format)}
        >
          {formats.map((one) => (
            <Radio key={one} value={one}>
              {one === 'wordBlank' ? t('Word（不含答案）') : exportFormat[one]}
              <small>{t(about[one])}</small>
            </Radio>
          ))}
        </Radio.Group>
        <div aria-live="polite">
          {!loss.data && loss.error && <PageError compact error={loss.error} onRetry={() => void loss.refetch()} />}
          {!loss.data && !loss.error && <PageLoading shape="form" rows={1} />}
          {loss.data && <Loss lost={loss.data.lost} />}
        </div>
      </Flex>
    </Modal>
  )
}

function Loss({ lost }: { lost: string[] }) {
  if (lost.length === 0) return <Alert type="success" showIcon title={t('这个题库可以完整导出为该格式')} />
  return (
    <Alert
      type="warning"
      showIcon
      title={t('以下内容不能用该格式保存')}
      description={
        <ul className={styles.exportLoss}>
          {lost.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      }
    />
  )
}
