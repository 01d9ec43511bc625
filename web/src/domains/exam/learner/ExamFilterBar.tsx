// Phase and name: which exams the list shows.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import type { SubmitEvent } from 'react'
import { t } from '../../../kernel/i18n.ts'
import type { ExamFilter, Phase } from './useExamFilter.ts'

/** open first: what can be done now */
const phases: (Phase | undefined)[] = [undefined, 'open', 'waiting', 'closed']

export function ExamFilterBar({ filter, onChange }: { filter: ExamFilter; onChange: (part: Partial<ExamFilter>) => void }) {
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = new FormData(event.currentTarget).get('title')
    onChange({ title: typeof title === 'string' ? title.trim() : '' })
  }
  return (
    <div className="exam-filter">
      <div className="exam-phases" role="group" aria-label={t('阶段')}>
        {phases.map((phase) => (
          <button key={phase ?? 'all'} type="button" aria-pressed={filter.phase === phase} onClick={() => onChange({ phase })}>
            {phase ? t(examPhase[phase]) : t('全部')}
          </button>
        ))}
      </div>
      <form className="exam-search" role="search" key={filter.title} onSubmit={search}>
        <input
          type="search"
          name="title"
          aria-label={t('搜索考试')}
          placeholder={t('搜索考试名称')}
          defaultValue={filter.title}
          maxLength={100}
        />
        <button type="submit" className="btn">
          {t('搜索')}
        </button>
      </form>
    </div>
  )
}
