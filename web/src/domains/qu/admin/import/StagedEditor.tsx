// One staged question in a drawer, corrected with the editor of bank questions.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Alert, AutoComplete, Button, Drawer, Flex, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { useChapters } from '../../../repo/ChapterSelect.tsx'
import { Place, ProblemProvider } from '../../Problems.tsx'
import { type Change, useDraft } from '../../useDraft.ts'
import { BodyEditor } from '../editor/BodyEditor.tsx'
import { CodeRadios } from '../editor/CodeRadios.tsx'
import { type Draft, fitType } from '../editor/question-draft.ts'
import { LevelRadios } from '../../levels.tsx'
import { distinct, problemText } from './problem-labels.ts'
import { stagedBody, stagedCheck, type StagedForm, stagedFormOf } from './staged-form.ts'
import styles from './import.module.css'

type StagedEditorProps = { importId: string; row: number; repoId: string; title: string; onClose: () => void }

export function StagedEditor({ importId, row, repoId, title, onClose }: StagedEditorProps) {
  const { data, error, refetch } = useFormStart(quImport.row, { importId, row })
  const isDirty = useRef(() => false)
  const confirm = useConfirm()
  const close = async () => {
    if (!isDirty.current() || (await confirm({ content: t('内容还没有保存，确定要关闭吗？') }))) onClose()
  }
  return (
    <Drawer open title={title} size={860} mask={{ closable: false }} onClose={() => void close()}>
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />)}
      {data && (
        <Editing importId={importId} repoId={repoId} staged={data} dirtyRef={isDirty} onClose={onClose} onCancel={() => void close()} />
      )}
    </Drawer>
  )
}

type EditingProps = {
  importId: string
  repoId: string
  staged: Data<typeof quImport.row>
  dirtyRef: { current: () => boolean }
  onClose: () => void
  onCancel: () => void
}

function Editing({ importId, repoId, staged, dirtyRef, onClose, onCancel }: EditingProps) {
  const form = useDraft({
    of: quImport['save-row'],
    start: stagedFormOf(importId, staged),
    bodyOf: stagedBody,
    check: stagedCheck,
    refresh: [quImport.paging, quImport.detail, quImport.waiting],
  })
  const { draft, change } = form
  const { isDirty } = form
  useEffect(() => {
    dirtyRef.current = isDirty
  }, [dirtyRef, isDirty])
  const changeDraft: Change<Draft> = (update) => change((before) => ({ ...before, draft: update(before.draft) }))
  const save = async () => {
    const saved = await form.save()
    if (!saved) return
    if (saved.duplicateOf !== '' || saved.duplicateRow !== null) notify.warning(t('已保存，但与别的试题相同，默认不导入'))
    else notify.success(t('试题保存成功！'))
    onClose()
  }
  return (
    <div className={styles.stagedEditor}>
      <LeaveGuard isDirty={isDirty} onSave={async () => (await form.save()) !== undefined} />
      {staged.problems.length > 0 && (
        <Alert
          type={staged.hasError ? 'error' : 'warning'}
          showIcon
          title={
            <ul className={styles.stagedProblems}>
              {distinct(staged.problems).map((one) => (
                <li key={`${one.field} ${one.msg}`}>{problemText(one)}</li>
              ))}
            </ul>
          }
        />
      )}
      <ProblemProvider problems={form.problems} tries={form.tries}>
        <Head form={draft} repoId={repoId} change={change} />
        <BodyEditor type={draft.quType} draft={draft.draft} change={changeDraft} />
      </ProblemProvider>
      <Flex className={styles.stagedFoot} gap="small" justify="end">
        <Button onClick={onCancel}>{t('取消')}</Button>
        <Button type="primary" loading={form.busy} onClick={() => void save()}>
          {t('保存')}
        </Button>
      </Flex>
    </div>
  )
}

function Head({ form, repoId, change }: { form: StagedForm; repoId: string; change: Change<StagedForm> }) {
  const { data: chapters = [] } = useChapters(repoId)
  const setType = (quType: StagedForm['quType']) => change((before) => ({ ...before, quType, draft: fitType(before.draft, quType) }))
  return (
    <div className={styles.stagedPlace}>
      <Place at="quType" className={styles.stagedWide} label={t('题型')}>
        <CodeRadios label={t('题型')} texts={quTypeText} value={form.quType} onChange={setType} />
      </Place>
      <Place at="level" label={t('难度')}>
        <LevelRadios value={form.level} onChange={(level) => change((before) => ({ ...before, level }))} />
      </Place>
      <Place at="chapter" label={t('章节')}>
        <AutoComplete
          allowClear
          aria-label={t('章节')}
          placeholder={t('没有的章节会新建')}
          value={form.chapter}
          options={chapters.map((one) => ({ value: one.title }))}
          onChange={(title?: string) => change((before) => ({ ...before, chapter: title ?? '' }))}
        />
      </Place>
      <Place at="tags" label={t('标签')}>
        <Select<string[]>
          mode="tags"
          aria-label={t('标签')}
          tokenSeparators={[',', '，', '、', ';', '；']}
          maxCount={20}
          value={form.tags}
          onChange={(tags) => change((before) => ({ ...before, tags }))}
        />
      </Place>
    </div>
  )
}
