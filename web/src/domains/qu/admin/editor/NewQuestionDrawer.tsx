// A new question of a bank, written where one is chosen: in a video, a template, a training.
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Button, Drawer, Flex } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { useMe } from '../../../../shared/session/session.ts'
import { ProblemProvider } from '../../Problems.tsx'
import { type Change, useDraft } from '../../useDraft.ts'
import { BodyEditor } from './BodyEditor.tsx'
import type { Draft } from './question-draft.ts'
import { bodyOf, check, firstForm, type QuestionForm } from './question-form.ts'
import { QuestionHead } from './QuestionHead.tsx'
import { StoredDraftNotice } from './StoredDraftNotice.tsx'
import { useStoredDraft } from './useStoredDraft.ts'
import styles from './editor.module.css'

type NewQuestionDrawerProps = {
  /** where it begins; '' without one */
  repoId: string
  chapterId: string
  onClose: () => void
  onSaved: (saved: { id: string; repoId: string }) => void
}

export function NewQuestionDrawer({ repoId, chapterId, onClose, onSaved }: NewQuestionDrawerProps) {
  const confirm = useConfirm()
  const form = useDraft({
    of: qu.save,
    start: firstForm(repoId, chapterId),
    bodyOf,
    check,
    refresh: [qu.paging, chapter.list, repo.detail, repo.paging],
  })
  const { draft, change } = form
  const stored = useStoredDraft<QuestionForm>({
    key: `qu ${useMe().id} placed`,
    draft,
    version: undefined,
    isDirty: form.isDirty,
    onRestore: (saved) => change(() => saved),
  })
  const changeDraft: Change<Draft> = (update) => change((before) => ({ ...before, draft: update(before.draft) }))
  const close = async () => {
    if (form.isDirty() && !(await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) return
    stored.drop()
    onClose()
  }
  const save = async () => {
    const saved = await form.save()
    if (!saved) return
    stored.drop()
    notify.success(t('试题保存成功！'))
    onSaved({ id: saved.id, repoId: draft.repoId })
  }
  return (
    <Drawer
      open
      title={t('新建试题')}
      size={860}
      mask={{ closable: false }}
      onClose={() => void close()}
      footer={
        <Flex gap="small" justify="end">
          <Button onClick={() => void close()}>{t('取消')}</Button>
          <Button type="primary" loading={form.busy} onClick={() => void save()}>
            {t('保存并选择')}
          </Button>
        </Flex>
      }
    >
      <StoredDraftNotice stored={stored} />
      <div className={styles.placedEditor}>
        <ProblemProvider problems={form.problems} tries={form.tries}>
          <QuestionHead form={draft} change={change} />
          <BodyEditor type={draft.quType} draft={draft.draft} change={changeDraft} />
        </ProblemProvider>
      </div>
    </Drawer>
  )
}
