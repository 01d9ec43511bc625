// Changes of many questions: bank and chapter, level, or tags.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Flex, Modal } from 'antd'
import { useState } from 'react'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { ChapterSelect } from '../../../repo/ChapterSelect.tsx'
import { RepoSelect } from '../../../repo/RepoSelect.tsx'
import { LevelRadios } from '../../levels.tsx'
import { TagsSelect } from '../../TagsSelect.tsx'

export type BulkKind = 'move' | 'level' | 'addTags' | 'removeTags'
type Change = Omit<Body<typeof qu.batch>, 'ids'>
const titles: Record<BulkKind, PlainText> = { move: '批量移动', level: '设置难度', addTags: '加标签', removeTags: '去标签' }

type BulkDialogProps = {
  kind: BulkKind
  ids: string[]
  /** the initial bank */
  repoId: string | undefined
  /** tags of the chosen questions, offered for removal */
  tags: string[]
  /** called with true after success */
  onClose: (done: boolean) => void
}

/** The message about a missing value; '' if the form is complete. */
const missing = (kind: BulkKind, { repoId, level, addTags, removeTags }: Change) => {
  if (kind === 'move') return repoId === undefined ? '请先选择题库' : ''
  if (kind === 'level') return level === undefined ? '请选择难度' : ''
  return (kind === 'addTags' ? addTags : removeTags)?.length ? '' : '请填写标签'
}

export function BulkDialog({ kind, ids, repoId, tags, onClose }: BulkDialogProps) {
  const [change, setChange] = useState<Change>(kind === 'move' && repoId ? { repoId, chapterId: '' } : {})
  const command = useCommand(qu.batch, { refresh: [qu.paging, qu.detail, chapter.list, repo.detail, repo.paging] })
  const send = async () => {
    const problem = missing(kind, change)
    if (problem !== '') {
      notify.warning(t(problem))
      return
    }
    try {
      const { changed } = await command.mutateAsync({ ids, ...change })
      notify.success(t('已修改 {{n}} 题', { n: changed }))
      onClose(true)
    } catch {
      // the failure was already shown
    }
  }
  return (
    <Modal
      open
      title={t(titles[kind])}
      width={440}
      okText={t('确定')}
      cancelText={t('取消')}
      confirmLoading={command.isPending}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      <Flex vertical gap="middle">
        <span>{t('将修改所选的 {{n}} 题', { n: ids.length })}</span>
        {kind === 'move' && (
          <>
            <RepoSelect
              value={change.repoId}
              allowClear={false}
              aria-label={t('移动到题库')}
              onChange={(bank) => setChange(bank === undefined ? {} : { repoId: bank, chapterId: '' })}
            />
            <ChapterSelect
              repoId={change.repoId}
              value={change.chapterId ?? ''}
              none={t('不分章节')}
              aria-label={t('移动到章节')}
              onChange={(chapterId) => setChange((before) => ({ ...before, chapterId }))}
            />
          </>
        )}
        {kind === 'level' && <LevelRadios value={change.level} onChange={(level) => setChange({ level })} />}
        {(kind === 'addTags' || kind === 'removeTags') && (
          <TagsSelect
            placeholder={kind === 'addTags' ? t('输入标签后按回车，可填多个') : t('选择或输入要去掉的标签')}
            value={change[kind] ?? []}
            offered={tags}
            onChange={(next) => setChange({ [kind]: next })}
          />
        )}
      </Flex>
    </Modal>
  )
}
