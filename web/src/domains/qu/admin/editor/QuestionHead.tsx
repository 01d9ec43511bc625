// Where a question belongs, and its type: above the editor of the type.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Alert, Flex, Select, Tag } from 'antd'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ChapterSelect } from '../../../repo/ChapterSelect.tsx'
import { RepoSelect } from '../../../repo/RepoSelect.tsx'
import { LevelRadios } from '../../levels.tsx'
import { Place } from '../../Problems.tsx'
import type { Change } from '../../useDraft.ts'
import { CodeRadios } from './CodeRadios.tsx'
import { fitType } from './question-draft.ts'
import type { QuestionForm } from './question-form.ts'
import styles from './editor.module.css'

export type HeadProps = { form: QuestionForm; change: Change<QuestionForm> }

export function QuestionHead({ form, change }: HeadProps) {
  const stored = form.id !== undefined
  const setType = (type: QuestionForm['quType']) => change((before) => ({ ...before, quType: type, draft: fitType(before.draft, type) }))
  return (
    <div className={styles.editorHead}>
      <Place at="repoId" required label={t('题库')}>
        <RepoSelect
          value={form.repoId}
          allowClear={false}
          onChange={(repoId) => change((before) => ({ ...before, repoId: repoId ?? '', chapterId: '' }))}
        />
      </Place>
      <Place at="chapterId" label={t('章节')}>
        <ChapterSelect
          repoId={form.repoId}
          value={form.chapterId}
          none={t('不分章节')}
          onChange={(chapterId) => change((before) => ({ ...before, chapterId }))}
        />
      </Place>
      <Place at="level" label={t('难度')}>
        <LevelRadios value={form.level} onChange={(level) => change((before) => ({ ...before, level }))} />
      </Place>
      <Place at="tags" label={t('标签')}>
        <Select
          mode="tags"
          allowClear
          aria-label={t('标签')}
          placeholder={t('输入后回车，可填多个')}
          value={form.tags}
          tokenSeparators={[',', '，', ';', '；']}
          onChange={(tags: string[]) =>
            change((before) => ({ ...before, tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') }))
          }
        />
      </Place>
      <Place at="quType" className={styles.editorType} label={t('题型')}>
        {stored ? (
          <Flex align="center" gap="small">
            <Tag color="processing">{tLabel(quTypeText[form.quType])}</Tag>
            <small className={styles.editorHint}>{t('试题保存后不能更改题型')}</small>
          </Flex>
        ) : (
          <CodeRadios label={t('题型')} texts={quTypeText} value={form.quType} onChange={setType} />
        )}
      </Place>
      {form.quType === QuType.composite && !stored && (
        <Alert className={styles.editorType} type="info" showIcon title={t('组合题先写材料，再添加小题；小题不能再是组合题')} />
      )}
    </div>
  )
}
