// Back office: the questions of a bank, with search, import, export, preview, and changes of many questions.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import type { ColumnItem } from '../../../kernel/list/list-types.ts'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { ChapterDrawer } from '../../repo/ChapterDrawer.tsx'
import { useRepoTitle } from '../../repo/RepoSelect.tsx'
import { QuPreview } from '../QuPreview.tsx'
import { type BankChoice, BankPanel } from '../BankPanel.tsx'
import { LevelSelect, LevelTag } from '../levels.tsx'
import { BulkDialog, type BulkKind } from './list/BulkDialog.tsx'
import { QuTools } from './list/QuTools.tsx'
import { WaitingImports } from './list/WaitingImports.tsx'
import { WhereUsed } from './list/WhereUsed.tsx'
import styles from '../bank.module.css'
import { questionTitle } from '../../../shared/question-title.ts'

type Row = RowOf<typeof qu.paging>
const idOf = (text: string | null) => (text !== null && /^\d{1,18}$/.test(text) ? text : undefined)

/** The bank is stored in the address apart from the filters of the list, so that 重置 does not reset it. */
function useBank() {
  const [address, setAddress] = useSearchParams()
  const bank: BankChoice = { repoId: idOf(address.get('repoId')), chapterId: idOf(address.get('chapterId')) }
  const choose = (next: BankChoice) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of ['repoId', 'chapterId'] as const) {
          const value = next[name]
          if (value === undefined) after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return { bank, choose }
}

type Bulk = { kind: BulkKind; ids: string[]; tags: string[]; settle: (done: boolean) => void }

/** Changes of many questions, each with a dialog; the selection is cleared when one succeeds. */
function useBulk() {
  const [bulk, setBulk] = useState<Bulk>()
  const action = (label: PlainText, kind: BulkKind) => ({
    label,
    permit: 'qu:update',
    onRun: (ids: string[], rows: Row[]) =>
      new Promise<boolean>((settle) => setBulk({ kind, ids, settle, tags: [...new Set(rows.flatMap((row) => row.tags))] })),
  })
  const close = (done: boolean) => {
    bulk?.settle(done)
    setBulk(undefined)
  }
  const actions = [action('批量移动', 'move'), action('难度', 'level'), action('加标签', 'addTags'), action('去标签', 'removeTags')]
  return { bulk, close, actions }
}

const columnsFor = (repoId: string | undefined, show: (row: Row) => ReactNode): ColumnItem<Row>[] => [
  { name: 'title', width: 260, render: show },
  { name: 'quType', width: 88, render: (row) => <Tag>{tLabel(quTypeText[row.quType])}</Tag> },
  {
    name: 'level',
    width: 80,
    render: (row) => <LevelTag level={row.level} />,
  },
  ...(repoId === undefined ? [{ name: 'repoId_dictText' as const, width: 120, ellipsis: true }] : []),
  { name: 'chapterId_dictText', width: 100, ellipsis: true },
  { name: 'tags', width: 140, render: (row) => (row.tags.length === 0 ? '—' : row.tags.map((tag) => <Tag key={tag}>{tag}</Tag>)) },
  { name: 'version', width: 80, hidden: true },
  { name: 'updateTime', width: 176, sortable: true, hidden: true },
]

export default function QuListPage() {
  const { bank, choose } = useBank()
  const { repoId, chapterId } = bank
  const { pathname, search } = useLocation()
  const from = pathname + search
  const [preview, setPreview] = useState<string>()
  const [used, setUsed] = useState<Row>()
  const { bulk, close, actions: bulkActions } = useBulk()
  const [managing, setManaging] = useState(false)
  const title = useRepoTitle(repoId)
  const remove = useBinRemove('qu', qu.delete, [qu.paging, chapter.list, repo.detail, repo.paging])
  const show = (row: Row) => (
    <Button type="link" className={styles.quTitle} onClick={() => setPreview(row.id)}>
      {questionTitle(row.title)}
    </Button>
  )
  const actions = (row: Row) => (
    <>
      <Can permit="qu:update">
        <Link to={`/admin/repo/qu/update/${row.id}`} state={{ from }}>
          {t('编辑')}
        </Link>
      </Can>
      <Button type="link" size="small" onClick={() => setUsed(row)}>
        {t('使用情况')}
      </Button>
      <Can permit="qu:delete">
        <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title || t('（图片题）') })}>
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <>
      <WaitingImports repoId={repoId} />
      <ListPage
        of={qu.paging}
        urlKey="q"
        fixedParams={{ ...(repoId ? { repoId } : {}), ...(chapterId ? { chapterId } : {}) }}
        search={['content', 'quType', { name: 'level', control: <LevelSelect /> }, 'tag']}
        columns={columnsFor(repoId, show)}
        left={<BankPanel {...bank} onChange={choose} onManage={() => setManaging(true)} />}
        leftTitle={t('题库和章节')}
        toolbar={<QuTools {...bank} choose={choose} from={from} />}
        actionsWidth={210}
        actions={actions}
        batchAlways
        batch={[
          ...bulkActions,
          {
            label: '删除',
            permit: 'qu:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title || t('（图片题）') })),
              ),
          },
        ]}
        empty={{ hint: repoId ? t('可以逐题新建，也可以导入文件或粘贴文字') : t('可以新建或导入试题，导入时选择或新建题库') }}
      />
      {preview && <QuPreview editableFrom={from} id={preview} onClose={() => setPreview(undefined)} />}
      {used && <WhereUsed id={used.id} title={used.title} onClose={() => setUsed(undefined)} />}
      {bulk && <BulkDialog kind={bulk.kind} ids={bulk.ids} tags={bulk.tags} repoId={repoId} onClose={close} />}
      {repoId && <ChapterDrawer open={managing} repoId={repoId} title={title ?? ''} onClose={() => setManaging(false)} />}
    </>
  )
}
