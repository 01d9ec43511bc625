// The form of a question: place and type above, the editor of the type, and the buttons below.
import { EyeOutlined } from '@ant-design/icons'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Button, Drawer, Flex, Tooltip } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../../kernel/call/api.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { useMe } from '../../../../shared/session/session.ts'
import { ConflictNotice } from '../../ConflictNotice.tsx'
import { ProblemProvider } from '../../Problems.tsx'
import { quTools } from '../../qu-tools.ts'
import { QuestionView } from '../../QuestionView.tsx'
import { type Change, useDraft } from '../../useDraft.ts'
import { useShortcuts } from '../../useShortcuts.ts'
import { BodyEditor } from './BodyEditor.tsx'
import { type Draft, toBody } from './question-draft.ts'
import { bodyOf, check, formOf, nextForm, type QuestionForm, withTaken } from './question-form.ts'
import { type HeadProps, QuestionHead } from './QuestionHead.tsx'
import { StoredDraftNotice } from './StoredDraftNotice.tsx'
import { useStoredDraft } from './useStoredDraft.ts'
import styles from './editor.module.css'
import { leaving } from '../../../../shared/page/page-subject.ts'

const listOf = (repoId: string) => (repoId === '' ? '/admin/repo/qu' : `/admin/repo/qu?repoId=${repoId}`)

export function QuestionEditor({ start }: { start: QuestionForm }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { from?: string } | null }
  const form = useDraft({ of: qu.save, start, bodyOf, check, refresh: [qu.paging, qu.detail, chapter.list, repo.detail, repo.paging] })
  const { draft, change, begin, busy, save } = form
  const [preview, setPreview] = useState(false)
  const storedDraft = useStoredDraft<QuestionForm>({
    key: `qu ${useMe().id} ${start.id ?? 'new'}`,
    draft,
    version: start.version,
    isDirty: form.isDirty,
    onRestore: (saved) => change(() => saved),
  })
  const changeDraft: Change<Draft> = (update) => change((before) => ({ ...before, draft: update(before.draft) }))
  const done = () => notify.success(t('试题保存成功！'))
  // the list with its previous page and filters
  const leave = () => void navigate(state?.from ?? listOf(draft.repoId), leaving)
  const saveAndLeave = async () => {
    if (!(await save())) return
    storedDraft.drop()
    done()
    leave()
  }
  const storeFirst = async () => {
    const saved = await save()
    if (saved) storedDraft.drop()
    return saved !== undefined
  }
  const saveAndGoOn = async () => {
    if (!(await save())) return
    storedDraft.drop()
    done()
    begin(nextForm(draft))
    if (draft.id !== undefined) void navigate(`/admin/repo/qu/add?repoId=${draft.repoId}&chapterId=${draft.chapterId}`)
  }
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.epoch > 0) page.current?.querySelector<HTMLElement>('[contenteditable]')?.focus()
  }, [form.epoch])
  useShortcuts({ s: () => void saveAndLeave(), Enter: () => void saveAndGoOn() })
  const newest = async () => formOf(await call(qu.detail, { id: draft.id ?? '' }))
  return (
    <div className={styles.editorPage} data-page="form" ref={page}>
      <LeaveGuard isDirty={form.isDirty} onSave={storeFirst} />
      <StoredDraftNotice stored={storedDraft} />
      {form.conflict && (
        <ConflictNotice
          onReload={async () => begin(await newest())}
          onOverwrite={async () => {
            const { version } = await newest()
            change((before) => ({ ...before, version }))
            await saveAndLeave()
          }}
        />
      )}
      <ProblemProvider key={form.epoch} problems={form.problems} tries={form.tries}>
        <QuestionHead form={draft} change={change} />
        <BodyEditor type={draft.quType} draft={draft.draft} change={changeDraft} />
      </ProblemProvider>
      <Flex className={styles.editorFoot} gap="small" wrap justify="end">
        <Button onClick={leave}>{t('取消')}</Button>
        <Improve form={draft} change={change} />
        <Button icon={<EyeOutlined />} onClick={() => setPreview(true)}>
          {t('预览')}
        </Button>
        <Tooltip title="Ctrl + Enter">
          <Button disabled={busy} onClick={() => void saveAndGoOn()}>
            {t('保存并新建')}
          </Button>
        </Tooltip>
        <Tooltip title="Ctrl + S">
          <Button type="primary" loading={busy} onClick={() => void saveAndLeave()}>
            {t('保存')}
          </Button>
        </Tooltip>
      </Flex>
      <Drawer open={preview} title={t('试题预览')} size={640} onClose={() => setPreview(false)} destroyOnHidden>
        <QuestionView withKey type={draft.quType} body={toBody(draft.quType, draft.draft)} />
      </Drawer>
    </div>
  )
}

/** Suggestions of the assistant, taken into the form one by one; saved with the form or not at all. */
function Improve({ form, change }: HeadProps) {
  const { ImproveQuestion } = quTools.use()
  if (!ImproveQuestion) return null
  return (
    <Suspense>
      <ImproveQuestion
        quType={form.quType}
        level={form.level}
        quId={form.id}
        repoId={form.repoId}
        body={toBody(form.quType, form.draft)}
        onTake={(taken) => change((before) => withTaken(before, taken))}
      />
    </Suspense>
  )
}
