// Tabs of the exam list, still to take and taken, and the search by type and title.
import { examStage } from '@shuyuan/contract/exam/exam.ts'
import { useDict } from '../../../shared/dict/dict.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { FilterBar, Search, States } from '../../../kernel/plain/FilterBar.tsx'
import type { ExamFilter, Stage } from './useExamFilter.ts'

const stages: Stage[] = ['todo', 'done']

export function ExamFilterBar({ filter, onChange }: { filter: ExamFilter; onChange: (part: Partial<ExamFilter>) => void }) {
  const { data: types, isPending } = useDict('exam_type')
  return (
    <FilterBar>
      <States
        label={t('待考或已考')}
        states={stages}
        textOf={(stage) => tLabel(examStage[stage])}
        all={false}
        value={filter.stage ?? 'todo'}
        onChange={(stage) => onChange({ stage: stage === 'todo' ? undefined : stage })}
      />
      <Search label={t('搜索考试')} placeholder={t('搜索考试名称')} title={filter.title} onSearch={(title) => onChange({ title })}>
        {/* there from the beginning, so that nothing moves when its options come */}
        {(isPending || (types && types.length > 0)) && (
          <select aria-label={t('考试类型')} value={filter.examType} onChange={(event) => onChange({ examType: event.target.value })}>
            <option value="">{t('全部类型')}</option>
            {types?.map((one) => (
              <option key={one.value} value={one.value}>
                {tLabel(one.title)}
              </option>
            ))}
          </select>
        )}
      </Search>
    </FilterBar>
  )
}
