// The people of a course: their progress over all, or in each file.
import { DownloadOutlined } from '@ant-design/icons'
import { learntLimits, statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { download } from '../../../kernel/call/api.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import type { Params } from '../../../kernel/list/list-query.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { lengthText } from '../file/file-labels.ts'
import { FileCell, LearnedTag, ProcessCell } from './learnt-cells.tsx'
import { ExtendDialog, type Extension } from './ExtendDialog.tsx'
import { LearntExports } from './LearntExports.tsx'
import { useRemind } from './useRemind.ts'

type Overview = Data<typeof statCourse.overview>
type Asked = { courseId: string; deptCode?: string }
type LearnersProps = { overview: Overview; asked: Asked; byFile: boolean }

const SHORT = '2026-01-01 09:00'.length
const short = (time: string | null) => time?.slice(0, SHORT) ?? '—'

/** Downloads the list, or asks for it in the background where it is long. */
function ExportButtons({ asked, params, total }: { asked: Asked; params: Params; total: number }) {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const later = useCommand(statCourse['export-save'], { refresh: [statCourse['export-list']], onDone: () => setOpen(true) })
  const body = { ...params, ...asked }
  const save = async () => {
    if (total > learntLimits.now) return later.mutate(body)
    setBusy(true)
    // a refusal has been shown
    await download(statCourse.export, body).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Flex gap="small">
      <Button icon={<DownloadOutlined />} loading={busy || later.isPending} onClick={() => void save()}>
        {t('导出')}
      </Button>
      <Button type="text" onClick={() => setOpen(true)}>
        {t('导出任务')}
      </Button>
      <LearntExports open={open} onClose={() => setOpen(false)} />
    </Flex>
  )
}

const DueCell = ({ dueTime, extraTime }: { dueTime: string | null; extraTime: string | null }) => (
  <>
    {short(dueTime)} {extraTime !== null && extraTime === dueTime && <Tag color="processing">{t('已延期')}</Tag>}
  </>
)

export function Learners({ overview, asked, byFile }: LearnersProps) {
  const remind = useRemind()
  const [extension, setExtension] = useState<Extension>()
  const files = overview.files.map((file) => ({
    id: `file${file.fileId}`,
    // titles of files are not translated
    title: file.title as never,
    width: 150,
    render: (row: Data<(typeof statCourse)['user-paging']>['records'][number]) => {
      const one = row.files[file.fileId]
      return one ? <FileCell {...one} /> : '—'
    },
  }))
  return (
    <>
      <ListPage
        of={statCourse['user-paging']}
        urlKey={byFile ? 'f' : 'u'}
        rowKey="userId"
        search={['realName', 'learned']}
        fixedParams={asked}
        columns={[
          { name: 'realName', width: 110, fixed: 'left', sortable: true },
          { name: 'userName', width: 120, sortable: true, hidden: byFile },
          { name: 'deptName', width: 150, ellipsis: true },
          ...(byFile
            ? files
            : [
                { name: 'learned' as const, width: 140, render: LearnedTag },
                { name: 'process' as const, width: 150, render: ProcessCell },
                { name: 'learnSec' as const, width: 120, render: ({ learnSec }: { learnSec: number }) => lengthText(learnSec) },
                { name: 'lastTime' as const, width: 150, render: ({ lastTime }: { lastTime: string | null }) => short(lastTime) },
                { name: 'finishTime' as const, width: 150, render: ({ finishTime }: { finishTime: string | null }) => short(finishTime) },
                { name: 'dueTime' as const, width: 150, render: DueCell },
                { name: 'startTime' as const, width: 150, hidden: true },
              ]),
        ]}
        toolbar={(list) => <ExportButtons asked={asked} params={list.params} total={list.total ?? 0} />}
        batch={[
          {
            label: '提醒',
            permit: 'course:remind',
            onRun: (userIds) => remind({ courseId: asked.courseId, userIds }, userIds.length),
          },
          {
            label: '延期',
            permit: 'course:update',
            onRun: (userIds) => new Promise<boolean>((settle) => setExtension({ userIds, settle })),
          },
        ]}
        empty={{ hint: t('课程的开放范围里还没有学员') }}
      />
      <ExtendDialog courseId={asked.courseId} extension={extension} onClose={() => setExtension(undefined)} />
    </>
  )
}
