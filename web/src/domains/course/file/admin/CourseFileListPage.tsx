// Back office: the course files, used by all courses.
import { courseFile, CourseFileState, CourseFileType, CourseFileUse, isOfficeName } from '@shuyuan/contract/course/file/file.ts'
import { CloudDownloadOutlined, EnvironmentOutlined, FormOutlined, UploadOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { BinKind } from '@shuyuan/contract/operation/bin.ts'
import type { ListHandle } from '../../../../kernel/list/list-types.ts'
import { StateSwitch } from '../../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { useCommand } from '../../../../kernel/call/query.ts'
import { CatTree } from '../CatTree.tsx'
import { ConvertState } from '../ConvertState.tsx'
import { EditDialog } from '../EditDialog.tsx'
import { FetchDialog } from '../FetchDialog.tsx'
import { fileColumns } from '../file-columns.tsx'
import { isMedia } from '../file-labels.ts'
import { FileDrawer } from '../FileDrawer.tsx'
import { fileTools } from '../file-tools.ts'
import { UploadDialog } from '../UploadDialog.tsx'
import styles from '../course-file.module.css'

type Row = RowOf<typeof courseFile.paging>
const UPDATE = 'course:file:update'
const isMade = ({ fileType }: Pick<Row, 'fileType'>) => fileType === CourseFileType.work || fileType === CourseFileType.room
/** Whether the text of a file with this name may be read. */
const mayHaveText = (name: string) => /\.(?:pdf|txt|md|vtt|srt)$/i.test(name) || isOfficeName(name)
const catOf = ({ params }: ListHandle<Row>) => params.catId as string | undefined

const categories = (list: ListHandle<Row>) => <CatTree value={catOf(list)} onChange={(catId) => list.patch({ catId })} />

type SendProps = { onSend: () => void; onFetch: () => void; onMade: (fileType: Row['fileType']) => void }

const SendButtons = ({ onSend, onFetch, onMade }: SendProps) => (
  <Can permit="course:file:add">
    <Button type="primary" icon={<UploadOutlined />} onClick={onSend}>
      {t('上传课件')}
    </Button>
    <Button icon={<CloudDownloadOutlined />} onClick={onFetch}>
      {t('远程获取')}
    </Button>
    <Button icon={<FormOutlined />} onClick={() => onMade(CourseFileType.work)}>
      {t('新建作业')}
    </Button>
    <Button icon={<EnvironmentOutlined />} onClick={() => onMade(CourseFileType.room)}>
      {t('新建线下培训')}
    </Button>
  </Can>
)

type ActionsProps = {
  row: Row
  onShow: () => void
  onEdit: () => void
  onConvert: () => void
  /** undefined where the caller can make no questions of it */
  onMake: (() => void) | undefined
  onRemove: () => void
}

/** As elements, not a component: the list shows two of them and puts the rest into 更多. */
const actionsOf = ({ row, onShow, onEdit, onConvert, onMake, onRemove }: ActionsProps) => (
  <>
    <Button type="link" size="small" onClick={onShow}>
      {t('预览')}
    </Button>
    <Can permit={UPDATE}>
      {row.fileType !== CourseFileType.tool && (
        <Button type="link" size="small" onClick={onEdit}>
          {t('编辑')}
        </Button>
      )}
      {(isMedia(row.fileType) || (row.fileType === CourseFileType.other && isOfficeName(row.fileName))) && (
        <Button type="link" size="small" disabled={row.state === CourseFileState.converting} onClick={onConvert}>
          {t('转码')}
        </Button>
      )}
    </Can>
    {onMake && (
      <Button type="link" size="small" onClick={onMake}>
        {t('出题')}
      </Button>
    )}
    <Can permit="course:file:delete">
      <Button type="link" size="small" danger onClick={onRemove}>
        {t('删除')}
      </Button>
    </Can>
  </>
)

export default function CourseFileListPage() {
  const { WithMakes } = fileTools.use()
  return WithMakes ? <WithMakes>{(makes) => <Files makes={makes} />}</WithMakes> : <Files makes={false} />
}

function Files({ makes }: { makes: boolean }) {
  const client = useQueryClient()
  const [sending, setSending] = useState<{ catId: string | undefined }>()
  const [fetching, setFetching] = useState<{ catId: string | undefined }>()
  const [edited, setEdited] = useState<Row>()
  const [made, setMade] = useState<{ fileType: Row['fileType']; id?: string }>()
  const { WorkDialog, RoomDialog, MakeFrom } = fileTools.use()
  const Dialog = made?.fileType === CourseFileType.room ? RoomDialog : WorkDialog
  const [shown, setShown] = useState<Row>()
  const [source, setSource] = useState<Row>()
  const remove = useBinRemove(BinKind.course_file, courseFile.delete, [courseFile.paging])
  const setState = useCommand(courseFile.state, {
    done: t('状态修改成功!'),
    inTurn: 'courseFile.state',
    refresh: [courseFile.paging, courseFile.detail],
  })
  const both = (state: CourseFileUse) => (ids: string[]) => setState.mutateAsync({ ids, state })
  const transcode = useCommand(courseFile.transcode, { done: t('已加入转码队列'), refresh: [courseFile.paging, courseFile.detail] })
  const send = (catId?: string) => (
    <SendButtons onSend={() => setSending({ catId })} onFetch={() => setFetching({ catId })} onMade={(fileType) => setMade({ fileType })} />
  )
  const state = (row: Row) => (
    <StateSwitch
      title={row.title}
      enabled={row.enabled}
      permit={UPDATE}
      loading={setState.isPending && setState.variables?.ids.length === 1 && setState.variables.ids[0] === row.id}
      onChange={(to) => setState.mutate({ ids: [row.id], state: to })}
    />
  )
  const actions = (row: Row) =>
    actionsOf({
      row,
      onShow: () => setShown(row),
      onEdit: () => (isMade(row) ? setMade({ fileType: row.fileType, id: row.id }) : setEdited(row)),
      onConvert: () => transcode.mutate({ ids: [row.id] }),
      onMake: makes && mayHaveText(row.fileName) ? () => setSource(row) : undefined,
      onRemove: () => void remove(row.id, { name: row.title }),
    })
  return (
    <>
      <ListPage
        of={courseFile.paging}
        search={['title', 'fileType', { name: 'enabled', title: '启用' }, 'state']}
        columns={[
          ...fileColumns(setShown),
          { name: 'enabled', width: 92, render: state },
          { name: 'state', width: 130, render: (row) => <ConvertState row={row} /> },
          { name: 'catId', width: 120, hidden: true, ellipsis: true },
          {
            name: 'createTime',
            width: 150,
            sortable: true,
            render: (row) => <span className={styles.fileTime}>{row.createTime.slice(0, 16)}</span>,
          },
        ]}
        left={categories}
        leftTitle={t('课件分类')}
        toolbar={(list) => send(catOf(list))}
        actionsWidth={190}
        actions={actions}
        batch={[
          { label: '启用', permit: UPDATE, onRun: both(CourseFileUse.enabled) },
          {
            label: '停用',
            permit: UPDATE,
            confirm: '停用后学员看不到这些课件，也不再计入必学，确定要停用吗？',
            onRun: both(CourseFileUse.disabled),
          },
          { label: '转码', permit: UPDATE, onRun: (ids) => transcode.mutateAsync({ ids }) },
          {
            label: '删除',
            permit: 'course:file:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('上传视频、音频、PDF 和文档，再把它们编成课程'), action: send() }}
      />
      {sending && (
        <UploadDialog
          catId={sending.catId}
          onClose={() => setSending(undefined)}
          onSaved={() => void client.invalidateQueries({ queryKey: [courseFile.paging.path] })}
        />
      )}
      <FetchDialog catId={fetching?.catId} open={fetching !== undefined} onClose={() => setFetching(undefined)} />
      <EditDialog row={edited} onClose={() => setEdited(undefined)} />
      {made && Dialog && (
        <Suspense>
          <Dialog
            id={made.id}
            onClose={() => setMade(undefined)}
            onSaved={() => void client.invalidateQueries({ queryKey: [courseFile.paging.path] })}
          />
        </Suspense>
      )}
      {source && MakeFrom && (
        <Suspense>
          <MakeFrom source={{ fileId: source.id }} title={source.title} onClose={() => setSource(undefined)} />
        </Suspense>
      )}
      <FileDrawer target={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
