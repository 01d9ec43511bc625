// The chapters of a bank: add, rename, remove, reorder.
import { CheckOutlined, CloseOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { arrayMove } from '@dnd-kit/sortable'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Flex, Input, Space } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { can } from '../../kernel/permission.ts'
import { t } from '../../kernel/i18n.ts'
import { useRemove } from '../../kernel/list/useRemove.ts'
import { notify } from '../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/PageState.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { Sortable } from '../../kernel/Sortable.tsx'
import styles from './chapter.module.css'

type Chapters = Data<typeof chapter.list>
type ChapterDrawerProps = { repoId: string; title: string; open: boolean; onClose: () => void }

export function ChapterDrawer({ repoId, title, open, onClose }: ChapterDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title={t('{{title}}的章节', { title })} size={460} destroyOnHidden>
      <ChapterList repoId={repoId} />
    </Drawer>
  )
}

function ChapterList({ repoId }: { repoId: string }) {
  const client = useQueryClient()
  const { data, error, refetch } = useCall(chapter.list, { repoId })
  const sort = useCommand(chapter.sort, { refresh: [chapter.list] })
  const editable = can(['repo:update'])
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={4} />
  const move = (from: number, to: number) => {
    const one = data[from]
    if (!one) return
    client.setQueryData<Chapters>([chapter.list.path, { repoId }], arrayMove(data, from, to))
    sort.mutate({ id: one.id, sort: to }, { onError: () => void refetch() })
  }
  return (
    <Flex vertical gap="middle">
      {editable && <AddChapter repoId={repoId} />}
      {data.length === 0 && <PageEmpty hint={t('章节用来给试题分类，组卷时可以按章节抽题')} />}
      <Sortable ids={data.map((one) => one.id)} onMove={move} disabled={!editable} label={t('章节')}>
        {(id, index, handle) => {
          const one = data[index]
          return one && <ChapterRow key={id} chapter={one} handle={handle} editable={editable} />
        }}
      </Sortable>
    </Flex>
  )
}

function AddChapter({ repoId }: { repoId: string }) {
  const [title, setTitle] = useState('')
  const save = useCommand(chapter.save, { done: t('章节已添加'), refresh: [chapter.list], onDone: () => setTitle('') })
  const add = () => {
    if (title.trim() === '') notify.warning(t('请填写章节名称'))
    else save.mutate({ repoId, title })
  }
  return (
    <Space.Compact block>
      <Input
        value={title}
        maxLength={100}
        aria-label={t('新章节名称')}
        placeholder={t('新章节名称，回车添加')}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={(event) => event.nativeEvent.isComposing || add()}
      />
      <Button type="primary" icon={<PlusOutlined />} loading={save.isPending} onClick={add}>
        {t('添加')}
      </Button>
    </Space.Compact>
  )
}

type ChapterRowProps = { chapter: Chapters[number]; handle: React.ReactNode; editable: boolean }

function ChapterRow({ chapter: one, handle, editable }: ChapterRowProps) {
  const [draft, setDraft] = useState<string>()
  const save = useCommand(chapter.save, { done: t('章节已改名'), refresh: [chapter.list], onDone: () => setDraft(undefined) })
  const remove = useRemove(chapter.delete, [chapter.list])
  const rename = () => {
    const title = (draft ?? '').trim()
    if (title === one.title) setDraft(undefined)
    else if (title === '') notify.warning(t('请填写章节名称'))
    else save.mutate({ id: one.id, repoId: one.repoId, title })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') rename()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setDraft(undefined)
  }
  return (
    <Flex align="center" gap={4} className={styles.chapterRow}>
      {editable && handle}
      {draft === undefined ? (
        <span className={styles.chapterTitle} data-testid="chapter-title">
          {one.title}
        </span>
      ) : (
        <Input
          autoFocus
          size="small"
          value={draft}
          maxLength={100}
          aria-label={t('章节名称')}
          onKeyDown={onKey}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
      <small>{t('{{n}}题', { n: one.quCount })}</small>
      {editable && draft !== undefined && (
        <>
          <Button type="text" size="small" icon={<CheckOutlined />} aria-label={t('保存')} loading={save.isPending} onClick={rename} />
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('取消')} onClick={() => setDraft(undefined)} />
        </>
      )}
      {editable && draft === undefined && (
        <>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('改名{{title}}', { title: one.title })}
            onClick={() => setDraft(one.title)}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('删除{{title}}', { title: one.title })}
            onClick={() => void remove(one.id, { name: one.title, effect: t('{{n}}题', { n: one.quCount }) })}
          />
        </>
      )}
    </Flex>
  )
}
