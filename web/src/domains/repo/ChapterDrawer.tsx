// The chapters of a bank and their sections: add, rename, move, remove, reorder.
import { CheckOutlined, CloseOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { arrayMove } from '@dnd-kit/sortable'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Flex, Input, Select, Space } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { can } from '../../kernel/access/permission.ts'
import { t } from '../../kernel/i18n.ts'
import { useRemove } from '../../kernel/list/useRemove.ts'
import { notify } from '../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { Sortable } from '../../kernel/piece/Sortable.tsx'
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
  const { data, error, refetch } = useCall(chapter.list, { repoId })
  const editable = can(['repo:update'])
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={4} />
  return (
    <Flex vertical gap="middle">
      {editable && <AddChapter repoId={repoId} label={t('新章节名称')} />}
      {data.length === 0 && <PageEmpty hint={t('章节用来给试题分类，组卷时可以按章节抽题')} />}
      <Level repoId={repoId} chapters={data} parentId="" editable={editable} />
    </Flex>
  )
}

type LevelProps = { repoId: string; chapters: Chapters; parentId: string; editable: boolean }

/** The chapters, or the sections of one; each is moved within its level. */
function Level({ repoId, chapters, parentId, editable }: LevelProps) {
  const client = useQueryClient()
  const sort = useCommand(chapter.sort, { refresh: [chapter.list] })
  const [adding, setAdding] = useState<string>()
  const own = chapters.filter((one) => one.parentId === parentId)
  const move = (from: number, to: number) => {
    const one = own[from]
    if (!one) return
    const moved = arrayMove(own, from, to)
    client.setQueryData<Chapters>([chapter.list.path, { repoId }], (all = []) => [
      ...all.filter((each) => each.parentId !== parentId),
      ...moved,
    ])
    sort.mutate({ id: one.id, sort: to }, { onError: () => void client.invalidateQueries({ queryKey: [chapter.list.path] }) })
  }
  return (
    <Sortable ids={own.map((one) => one.id)} onMove={move} disabled={!editable} label={t('章节')}>
      {(id, index, handle) => {
        const one = own[index]
        if (!one) return undefined
        const hasSections = chapters.some((each) => each.parentId === id)
        return (
          <Flex vertical gap={4} key={id}>
            <ChapterRow
              chapter={one}
              handle={handle}
              editable={editable}
              above={hasSections ? [] : chapters.filter((each) => each.parentId === '' && each.id !== id)}
              onAdd={parentId === '' ? () => setAdding(id) : undefined}
            />
            {(hasSections || adding === id) && (
              <Flex vertical gap={4} className={styles.chapterSections}>
                {hasSections && <Level repoId={repoId} chapters={chapters} parentId={id} editable={editable} />}
                {adding === id && (
                  <AddChapter
                    repoId={repoId}
                    parentId={id}
                    label={t('“{{title}}”的新小节', { title: one.title })}
                    onAdded={() => setAdding(undefined)}
                  />
                )}
              </Flex>
            )}
          </Flex>
        )
      }}
    </Sortable>
  )
}

type AddChapterProps = { repoId: string; parentId?: string; label: string; onAdded?: () => void }

function AddChapter({ repoId, parentId = '', label, onAdded }: AddChapterProps) {
  const [title, setTitle] = useState('')
  const onDone = () => {
    setTitle('')
    onAdded?.()
  }
  const save = useCommand(chapter.save, { done: t('章节已添加'), refresh: [chapter.list], onDone })
  const add = () => {
    if (title.trim() === '') notify.warning(t('请填写章节名称'))
    else save.mutate({ repoId, title, parentId })
  }
  return (
    <Space.Compact block>
      <Input
        value={title}
        autoFocus={parentId !== ''}
        maxLength={100}
        aria-label={label}
        placeholder={parentId === '' ? t('新章节名称，回车添加') : t('新小节名称，回车添加')}
        onChange={(event) => setTitle(event.target.value)}
        onPressEnter={(event) => event.nativeEvent.isComposing || add()}
      />
      <Button type="primary" icon={<PlusOutlined />} loading={save.isPending} onClick={add}>
        {t('添加')}
      </Button>
    </Space.Compact>
  )
}

type ChapterRowProps = {
  chapter: Chapters[number]
  handle: React.ReactNode
  editable: boolean
  /** the chapters whose section it may become */
  above: Chapters
  /** adds a section */
  onAdd: (() => void) | undefined
}

function ChapterRow({ chapter: one, handle, editable, above, onAdd }: ChapterRowProps) {
  const [draft, setDraft] = useState<string>()
  const [parentId, setParentId] = useState(one.parentId)
  const save = useCommand(chapter.save, { done: t('章节已修改'), refresh: [chapter.list], onDone: () => setDraft(undefined) })
  const remove = useRemove(chapter.delete, [chapter.list])
  const rename = () => {
    const title = (draft ?? '').trim()
    if (title === one.title && parentId === one.parentId) setDraft(undefined)
    else if (title === '') notify.warning(t('请填写章节名称'))
    else save.mutate({ id: one.id, repoId: one.repoId, title, parentId })
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
        <Flex vertical gap={4} flex={1}>
          <Input
            autoFocus
            size="small"
            value={draft}
            maxLength={100}
            aria-label={t('章节名称')}
            onKeyDown={onKey}
            onChange={(event) => setDraft(event.target.value)}
          />
          {above.length > 0 && (
            <Select
              size="small"
              aria-label={t('上级章节')}
              value={parentId}
              options={[{ value: '', label: t('没有上级，是一章') }, ...above.map(({ id, title }) => ({ value: id, label: title }))]}
              onChange={setParentId}
            />
          )}
        </Flex>
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
          {onAdd && (
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined />}
              aria-label={t('在“{{title}}”中添加小节', { title: one.title })}
              title={t('添加小节')}
              onClick={onAdd}
            />
          )}
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('修改{{title}}', { title: one.title })}
            onClick={() => {
              setDraft(one.title)
              setParentId(one.parentId)
            }}
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
