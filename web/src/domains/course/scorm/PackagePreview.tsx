// A SCORM package in the library of files: as learners see it, without storing anything.
import { packageNotes } from '@shuyuan/contract/course/file/file.ts'
import { courseScorm, type UnfollowedRule, unfollowedRules } from '@shuyuan/contract/course/scorm/scorm.ts'
import { useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import type { PackagePreviewProps } from '../file/file-tools.ts'
import { PackageFrame } from './PackageFrame.tsx'
import styles from './package.module.css'

export function PackagePreview({ fileId, title }: PackagePreviewProps) {
  const [item, setItem] = useState(0)
  // another address with every answer would load the package again
  const { data, error, refetch } = useCall(courseScorm.preview, { id: fileId, item }, { quiet: true, staleTime: Infinity })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return (
    <>
      {data.windowed !== '' && (
        <div role="note" className={styles.packageRules}>
          <p>{tLabel(packageNotes.windows)}</p>
          <small>{data.windowed}</small>
        </div>
      )}
      {data.unfollowed.length > 0 && <Unfollowed rules={data.unfollowed} />}
      <PackageFrame title={title} frame={data} parts={data.items} part={data.item} onPart={setItem} />
    </>
  )
}

/** One line for each rule, with the parts that have it. */
function Unfollowed({ rules }: { rules: readonly { rule: UnfollowedRule; item: string }[] }) {
  const parts = Map.groupBy(rules, ({ rule }) => rule)
  return (
    <div role="note" className={styles.packageRules}>
      <p>{t('课件规定了单元的顺序或评定方式，其中下列规则不执行：学员可以任意选择单元，每个单元单独评定。')}</p>
      <ul>
        {[...parts].map(([rule, of]) => (
          <li key={rule}>
            {tLabel(unfollowedRules[rule])}
            <small>{of.map(({ item }) => item).join(' · ')}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
