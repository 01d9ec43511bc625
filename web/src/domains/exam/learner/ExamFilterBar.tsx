// Filter bar of the exam list: phase and title.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { FilterBar, Search, States } from '../../../kernel/plain/FilterBar.tsx'
import type { ExamFilter, Phase } from './useExamFilter.ts'

/** 'open' first, because only open exams can be started */
const phases: Phase[] = ['open', 'waiting', 'closed']

export const ExamFilterBar = ({ filter, onChange }: { filter: ExamFilter; onChange: (part: Partial<ExamFilter>) => void }) => (
  <FilterBar>
    <States
      label={t('阶段')}
      states={phases}
      textOf={(phase) => tLabel(examPhase[phase])}
      value={filter.phase}
      onChange={(phase) => onChange({ phase })}
    />
    <Search label={t('搜索考试')} placeholder={t('搜索考试名称')} title={filter.title} onSearch={(title) => onChange({ title })} />
  </FilterBar>
)
