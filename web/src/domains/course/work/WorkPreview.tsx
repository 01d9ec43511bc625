// Back office: what an assignment asks for, in the library of course files.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { workKind } from '@shuyuan/contract/course/work/work-codes.ts'
import { Descriptions } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { WorkFiles } from './WorkFiles.tsx'
import styles from './work.module.css'

export function WorkPreview({ fileId }: { fileId: string }) {
  const { data, error, refetch } = useCall(courseWork.setting, { id: fileId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  const kinds = data.kinds.map((kind) => tLabel(workKind[kind])).join(t('、'))
  return (
    <div className={styles.task}>
      <HtmlView html={data.content} />
      <WorkFiles files={data.attachments} label={t('附件')} />
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'score', label: tLabel('满分'), children: `${data.maxScore} · ${tLabel('及格分')} ${data.passScore}` },
          { key: 'due', label: tLabel('截止时间'), children: data.deadlineTime ?? '—' },
          { key: 'kinds', label: tLabel('文件类型'), children: kinds || '—' },
          { key: 'hands', label: t('已提交'), children: data.hands },
        ]}
      />
    </div>
  )
}
