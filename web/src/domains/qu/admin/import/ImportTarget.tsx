// Chapter and tags for all questions of a staged file.
import { t } from '../../../../kernel/i18n.ts'
import { ChapterSelect } from '../../../repo/ChapterSelect.tsx'
import { TagsSelect } from '../../TagsSelect.tsx'
import styles from './import.module.css'

/** `chapterId`: '' for none */
export type Target = { chapterId: string; tags: string[] }
type ImportTargetProps = { repoId: string; value: Target; onChange: (value: Target) => void }

/** A question whose file names a chapter keeps it; the tags are added to those of each question. */
export function ImportTarget({ repoId, value, onChange }: ImportTargetProps) {
  return (
    <div className={styles.importTarget}>
      <label>
        <span>{t('没有写章节的试题放入')}</span>
        <ChapterSelect
          repoId={repoId}
          value={value.chapterId}
          none={t('不分章节')}
          aria-label={t('没有写章节的试题放入')}
          onChange={(chapterId) => onChange({ ...value, chapterId })}
        />
      </label>
      <label>
        <span>{t('每题都加标签')}</span>
        <TagsSelect
          aria-label={t('每题都加标签')}
          placeholder={t('输入标签后按回车，可填多个')}
          value={value.tags}
          onChange={(tags) => onChange({ ...value, tags })}
        />
      </label>
    </div>
  )
}
