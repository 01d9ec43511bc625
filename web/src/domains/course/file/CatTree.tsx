// The categories of course files beside a list; the value is the dictionary value.
import type { DicNode } from '@shuyuan/contract/site/setting/dic.ts'
import { useDictTree } from '../../../shared/dict/dict.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { EditableTree } from '../../../kernel/tree/EditableTree.tsx'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { flat } from '../../../kernel/tree/tree.ts'

const titleOf = (row: DicNode) => tLabel(row.title)

type CatTreeProps = {
  /** undefined: all */
  value: string | undefined
  /** called with undefined when the chosen category is clicked again */
  onChange: (catId: string | undefined) => void
}

export function CatTree({ value, onChange }: CatTreeProps) {
  const { data, error, refetch } = useDictTree('course_file_catalog')
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return (
    <EditableTree
      rows={data}
      textOf={titleOf}
      label={t('课件分类')}
      selected={flat(data).find((row) => row.value === value)?.id}
      onSelect={(row) => onChange(row.value === value ? undefined : row.value)}
    />
  )
}
