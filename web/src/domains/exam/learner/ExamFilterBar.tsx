// Filter bar of the exam list: phase, type and title.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import { useDict } from '../../../shared/dict.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { FilterBar, Search, States } from '../../../kernel/plain/FilterBar.tsx'
import type { ExamFilter, Phase } from './useExamFilter.ts'

/** 'open' first, because only open exams can be started */
const phases: Phase[] = ['open', 'waiting', 'closed']

export function ExamFilterBar({ filter, onChange }: { filter: ExamFilter; onChange: (part: Partial<ExamFilter>) => void }) {
  const { data: types = [] } = useDict('exam_type')
  return (
    <FilterBar>
      <States
        label={t('阶段')}
        states={phases}
        textOf={(phase) => tLabel(examPhase[phase])}
        value={filter.phase}
        onChange={(phase) => onChange({ phase })}
      />
      <Search label={t('搜索考试')} placeholder={t('搜索考试名称')} title={filter.title} onSearch={(title) => onChange({ title })}>
        {types.length > 0 && (
          <select aria-label={t('考试类型')} value={filter.examType} onChange={(event) => onChange({ examType: event.target.value })}>
            <option value="">{t('全部类型')}</option>
            {types.map((one) => (
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
