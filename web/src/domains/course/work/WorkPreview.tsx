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

const MINUTE = '2026-01-01 09:00'.length

/** `learner`: without what only the back office knows */
export function WorkPreview({ fileId, learner = false }: { fileId: string; learner?: boolean }) {
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
          ...(data.deadlineTime === null ? [] : [{ key: 'due', label: tLabel('截止时间'), children: data.deadlineTime.slice(0, MINUTE) }]),
          ...(kinds === '' ? [] : [{ key: 'kinds', label: tLabel('文件类型'), children: kinds }]),
          ...(learner ? [] : [{ key: 'hands', label: t('已提交'), children: data.hands }]),
        ]}
      />
    </div>
  )
}
